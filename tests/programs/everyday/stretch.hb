// The best sum of a stretch.
// tier: 2
// expect method auto: certified
int n = nondet();
int a[n];
int tail = 0, best = 0;
for (int i = 0; i < n; i++) { tail = max(tail + a[i], 0); best = max(best, tail); }
assert(best >= 0 && tail >= 0);
assert(forall k in 0..n: best >= a[k]);
assert(forall k in 1..n: best >= a[k - 1] + a[k]);
