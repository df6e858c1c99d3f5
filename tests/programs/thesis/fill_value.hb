// Every cell gets the same value, which stays known.
// from: T Example 14, constant value
// tier: 1
// expect cell1: certified
int n = nondet();
int v = nondet();
int a[n];
int i = 0;
while (i < n) { a[i] = v; i++; }
i = 0;
while (i < n) { assert(a[i] == v); i++; }
