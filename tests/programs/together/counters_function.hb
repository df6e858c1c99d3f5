// Several loops compute the same, or parts of one thing.
// tier: 2
// expect method auto: certified
int total(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } return s; }
int n = nondet();
int a[n];
int x = total(a, n), y = total(a, n);
assert(x == y);
