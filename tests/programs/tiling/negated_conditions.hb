// The conditions are negated.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
int i = 0;
while (!(i >= n)) { a[i] = 2; i++; }
i = n - 1;
while (!(i < 0)) { a[i] = a[i] + 1; i--; }
assert(forall k in 0..n: a[k] == 3);
