// The array need not be sorted.
// from: T Example 14, copy; in the manner of unique_copy, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int b[];
b[0] = a[0];
int j = 1;
for (int i = 1; i < n; i++) {
  if (a[i] != b[j - 1]) { b[j] = a[i]; j++; }
}
assert(forall p, q: 0 <= p < q < j ==> b[p] < b[q]);
