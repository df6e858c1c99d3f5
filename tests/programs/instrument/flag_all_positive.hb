// A flag tells whether all cells are positive.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
bool all = true;
for (int i = 0; i < n; i++) {
  if (a[i] <= 0) all = false;
}
assert(all == forall(a, 0, n, (x, i) -> x > 0));
