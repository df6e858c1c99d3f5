// Functions over arrays.
// tier: 2
// expect method auto: certified
void copy(int a[], int b[], int i, int n) { if (i < n) { b[i] = a[i]; copy(a, b, i + 1, n); } }
int n = nondet();
int a[n], b[n];
copy(a, b, 0, n);
assert(forall k in 0..n: b[k] == a[k]);
