// Two calls of one function on equal inputs.
// tier: 2
// expect method auto: certified
int total(int a[], int n) { if (n <= 0) { return 0; } return total(a, n - 1) + a[n - 1]; }
int n = nondet();
int a[n];
int x = total(a, n), y = total(a, n);
assert(x == y);
