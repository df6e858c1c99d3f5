// Reads above the top.
// from: T Example 14, rev, through a stack, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int a[n];
int stack[];
int b[n];
int top = 0;
for (int i = 0; i < n; i++) { stack[top] = a[i]; top++; }
for (int i = 0; i < n; i++) { b[i] = stack[top]; top--; }
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
