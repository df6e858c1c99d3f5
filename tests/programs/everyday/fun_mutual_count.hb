// Functions over arrays.
// tier: 2
// expect method auto: certified
int evens(int a[], int n) { if (n <= 0) { return 0; } int r = odds(a, n - 1); return r + 1; }
int odds(int a[], int n) { if (n <= 0) { return 0; } int r = evens(a, n - 1); return r; }
int n = nondet();
int a[n];
int e = evens(a, n);
assert(e >= 0);
assert(n >= 0 ==> e <= n);
