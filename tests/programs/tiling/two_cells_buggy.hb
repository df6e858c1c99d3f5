// One of them is 0.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[];
for (int i = 0; i < n; i++) { a[2*i] = 0; a[2*i+1] = 2; }
assert(forall k in 0..2*n: a[k] >= 1);
