// The cell behind the last one can be chosen.
// from: T Listing 2.4, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 0; }
int k = nondet(0, n + 1);
assert(a[k] == 0);
