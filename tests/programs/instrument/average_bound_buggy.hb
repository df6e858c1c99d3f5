// Nothing is known of the first cell.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
assume(forall(a, 1, n, (x, i) -> x <= 5));
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
assert(s == sum(a, 0, n));
assert(s <= 5 * n);
