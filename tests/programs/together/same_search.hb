// Two calls of one function on equal inputs.
// tier: 2
// expect method auto: certified
int find(int a[], int n, int v) { int i = 0; while (i < n && a[i] != v) { i++; } return i; }
int n = nondet(), v = nondet();
assume(n >= 0);
int a[n];
int x = find(a, n, v), y = find(a, n, v);
assert(x == y);
