// A random cell is chosen before the array is written.
// from: T Listing 2.3
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int k = nondet(0, n);
for (int i = 0; i < n; i++) { a[i] = 0; }
assert(a[k] == 0);
