// The number of passes, which is one more.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n];
for (int r = 0; r < m; r++) {
  for (int i = 0; i < n; i++) { a[i] = r; }
}
assert(forall k in 0..n: a[k] == m);
