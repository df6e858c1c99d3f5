// Reversed twice.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) { b[i] = a[n - 1 - i]; }
for (int i = n - 1; i >= 0; i--) { c[i] = b[n - 1 - i]; }
assert(forall k in 0..n: c[k] == a[k]);
