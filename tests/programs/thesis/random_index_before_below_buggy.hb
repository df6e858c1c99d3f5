// The cell below the first one can be chosen.
// from: T Listing 2.3, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int k = nondet(-1, n);
for (int i = 0; i < n; i++) { a[i] = 0; }
assert(a[k] == 0);
