// Two calls of one function on equal inputs.
// tier: 2
// expect method auto: certified
int biggest(int a[], int n) { int m = a[0]; for (int i = 1; i < n; i++) { if (a[i] > m) { m = a[i]; } } return m; }
int n = nondet();
int a[n];
int x = biggest(a, n), y = biggest(a, n);
assert(x == y);
