// The loop starts at the second cell.
// from: T Example 14, constant value, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
int i = 1;
while (i < n) { a[i] = v; i++; }
i = 0;
while (i < n) { assert(a[i] == v); i++; }
