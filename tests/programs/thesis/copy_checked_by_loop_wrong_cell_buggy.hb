// Each cell gets the value of the next one.
// from: T Example 14, copy; checked as in T Listing 2.1, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int i = 0;
while (i < n) { b[i] = a[i + 1]; i++; }
i = 0;
while (i < n) { assert(b[i] == a[i]); i++; }
