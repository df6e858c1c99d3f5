// Functions over arrays.
// tier: 2
// expect method auto: certified
bool same(int a[], int b[], int n) { if (n <= 0) { return true; } if (a[n - 1] != b[n - 1]) { return false; } return same(a, b, n - 1); }
int n = nondet();
int a[n], b[n];
bool s = same(a, b, n);
assert(s ==> (forall k in 0..n: a[k] == b[k]));
