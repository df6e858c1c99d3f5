// Two cells in a round, downwards.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[];
for (int i = 2 * n - 2; i >= 0; i -= 2) { a[i] = i; a[i + 1] = i + 1; }
assert(forall k in 0..2 * n: a[k] == k);
