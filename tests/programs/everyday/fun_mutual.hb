// Functions over arrays.
// tier: 2
// expect method auto: certified
void even(int a[], int i, int n) { if (i < n) { a[i] = 0; odd(a, i + 1, n); } }
void odd(int a[], int i, int n) { if (i < n) { a[i] = 1; even(a, i + 1, n); } }
int n = nondet();
int a[n];
even(a, 0, n);
assert(forall k in 0..n: a[k] == 0 || a[k] == 1);
