// The first loop writes other cells.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[];
for (int i = 0; i < n; i++) { a[3*i+2] = i; }
for (int i = 0; i < n; i++) { a[3*i+1] = a[3*i] + 1; }
assert(forall k in 0..n: a[3*k+1] == k + 1);
