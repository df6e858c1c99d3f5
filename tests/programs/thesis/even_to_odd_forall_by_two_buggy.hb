// The values stay even.
// from: T Listing 7.1, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { int v = nondet(); a[i] = 2 * v; }
for (int i = 0; i < n; i++) { a[i] = a[i] + 2; }
assert(forall k in 0..n: a[k] % 2 == 1);
