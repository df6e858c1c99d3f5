// Functions over arrays.
// tier: 2
// expect method auto: certified
int[] zeros(int n) { int r[n]; for (int i = 0; i < n; i++) { r[i] = 0; } return r; }
int n = nondet();
int a[] = zeros(n);
assert(forall k in 0..n: a[k] == 0);
