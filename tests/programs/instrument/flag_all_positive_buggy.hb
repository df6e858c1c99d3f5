// The last cell is not tested.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
bool all = true;
for (int i = 0; i < n - 1; i++) {
  if (a[i] <= 0) all = false;
}
assert(all == forall(a, 0, n, (x, i) -> x > 0));
