// Cells of at most five have a sum of at most five times n.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
assume(forall(a, 0, n, (x, i) -> x <= 5));
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
assert(s == sum(a, 0, n));
assert(s <= 5 * n);
