// Three loops in a row, each on what the last one left.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = i; }
for (int i = 0; i < n; i++) { a[i] = a[i] + 1; }
for (int i = 0; i < n; i++) { a[i] = a[i] * 2; }
assert(forall k in 0..n: a[k] == 2*k + 2);
