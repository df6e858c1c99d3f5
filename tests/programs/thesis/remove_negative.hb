// Keeps the cells that are not negative, one behind the other.
// from: T Example 14, copy; in the manner of remove_copy_if
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[];
int j = 0;
for (int i = 0; i < n; i++) {
  if (a[i] >= 0) { b[j] = a[i]; j++; }
}
assert(forall k in 0..j: b[k] >= 0);
assert(j <= max(n, 0));
