// Zeros pass as positive.
// tier: 3
// expect instrument: buggy
int a[10];
bool all = true;
for (int i = 0; i < 10; i++) {
  if (a[i] < 0) all = false;
}
assert(all == forall(a, 0, 10, (x, i) -> x > 0));
