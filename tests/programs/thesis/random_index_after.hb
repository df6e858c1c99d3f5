// A random cell is chosen after the array was written.
// from: T Listing 2.4
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = 0; }
int k = nondet(0, n);
assert(a[k] == 0);
