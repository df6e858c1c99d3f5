// The cells hold their mirror images.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[n - 1 - i] = i; }
assert(forall k in 0..n: a[k] == k);
