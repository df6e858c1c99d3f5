// The flag is never cleared.
// tier: 3
// expect instrument: buggy
int a[100];
bool all = true;
for (int i = 0; i < 100; i++) {
  if (a[i] <= 0) all = true;
}
assert(all == forall(a, 0, 100, (x, i) -> x > 0));
