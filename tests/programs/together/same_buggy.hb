// Two calls of one function on equal inputs.
// tier: 2
// expect method auto: buggy
int total(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; } return s; }
int n = nondet();
int a[n];
int x = total(a, n);
a[0] = a[0] + 1;
int y = total(a, n);
assert(x == y);
