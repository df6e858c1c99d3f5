// Two calls of one function on equal inputs.
// tier: 2
// expect method auto: certified
int count_pos(int a[], int n) { int c = 0; for (int i = 0; i < n; i++) { if (a[i] > 0) { c++; } } return c; }
int n = nondet();
int a[n];
int x = count_pos(a, n);
int y = count_pos(a, n);
assert(x == y);
