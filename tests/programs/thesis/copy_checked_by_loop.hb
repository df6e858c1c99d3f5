// The copy is checked cell by cell.
// from: T Example 14, copy; checked as in T Listing 2.1
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int i = 0;
while (i < n) { b[i] = a[i]; i++; }
i = 0;
while (i < n) { assert(b[i] == a[i]); i++; }
