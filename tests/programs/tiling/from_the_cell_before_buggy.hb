// The first one is 1.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[];
a[0] = 1;
for (int i = 1; i < n; i++) { a[i] = a[i-1] + 1; }
assert(forall k in 0..n: a[k] == k);
