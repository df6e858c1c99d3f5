// Cells get remainders of their indices.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i % 3;
}
assert(forall k in 0..n: a[k] == k % 3);
