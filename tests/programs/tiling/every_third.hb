// Cells that lie apart, and then their neighbours.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[];
for (int i = 0; i < n; i++) { a[3*i] = i; }
for (int i = 0; i < n; i++) { a[3*i+1] = a[3*i] + 1; }
assert(forall k in 0..n: a[3*k+1] == k + 1);
