// From both ends.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[];
for (int i = 0; i < n; i++) { a[i] = 1; a[2*n-1-i] = 1; }
assert(forall k in 0..2*n: a[k] == 1);
