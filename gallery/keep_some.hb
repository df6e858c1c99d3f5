// Keeps the cells that are not negative, one behind the other.
int n = nondet();
int a[n];
int b[];
int j = 0;
for (int i = 0; i < n; i++) {
  if (a[i] >= 0) { b[j] = a[i]; j++; }
}
assert(forall k in 0..j: b[k] >= 0);
assert(j <= max(n, 0));
