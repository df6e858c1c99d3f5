// Functions over arrays.
// tier: 2
// expect method auto: certified
void copy(int a[], int b[], int n) { if (n > 0) { copy(a, b, n - 1); b[n - 1] = a[n - 1]; } }
int n = nondet();
int a[n], b[n];
copy(a, b, n);
assert(forall k in 0..n: b[k] == a[k]);
