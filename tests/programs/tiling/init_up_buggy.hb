// The last cell is left out.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n - 1; i++) { a[i] = 7; }
assert(forall k in 0..n: a[k] == 7);
