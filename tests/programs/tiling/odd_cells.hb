// Only cells at odd places.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[];
for (int i = 0; i < n; i++) { a[2 * i + 1] = i; }
assert(forall k in 0..2 * n: k % 2 == 1 ==> 2 * a[k] + 1 == k);
