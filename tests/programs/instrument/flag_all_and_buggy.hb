// The flag can never be cleared.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
bool all = true;
for (int i = 0; i < n; i++) {
  all = all || a[i] >= 0;
}
assert(all == forall(a, 0, n, (x, i) -> x >= 0));
