// Multiples of three.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = 3 * i; }
for (int i = 0; i < n; i++) { a[i] = a[i] + 3; }
assert(forall k in 0..n: a[k] % 3 == 0);
