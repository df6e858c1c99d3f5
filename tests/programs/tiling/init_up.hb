// One cell in each round.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = 7; }
assert(forall k in 0..n: a[k] == 7);
