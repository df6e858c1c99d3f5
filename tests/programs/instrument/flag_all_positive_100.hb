// A flag tells whether all cells are positive.
// tier: 3
// expect instrument: certified
int a[100];
bool all = true;
for (int i = 0; i < 100; i++) {
  if (a[i] <= 0) all = false;
}
assert(all == forall(a, 0, 100, (x, i) -> x > 0));
