// Even values become odd ones.
// from: T Listing 7.1
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { int v = nondet(); a[i] = 2 * v; }
for (int i = 0; i < n; i++) { a[i] = a[i] + 1; }
assert(forall k in 0..n: a[k] % 2 == 1);
