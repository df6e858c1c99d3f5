// Puts all cells on a stack and takes them off again.
// from: T Example 14, rev, through a stack
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
int stack[];
int b[n];
int top = 0;
for (int i = 0; i < n; i++) { stack[top] = a[i]; top++; }
for (int i = 0; i < n; i++) { top--; b[i] = stack[top]; }
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
