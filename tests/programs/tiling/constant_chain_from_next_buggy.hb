// Each from the one behind it.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
a[0] = 3;
for (int i = 1; i < n; i++) { a[i] = a[i + 1]; }
assert(forall k in 0..n: a[k] == 3);
