// The first cell is left out.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = n - 1; i > 0; i--) { a[i] = i; }
assert(forall k in 0..n: a[k] == k);
