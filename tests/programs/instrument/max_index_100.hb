// The largest cell and its index.
// tier: 3
// expect instrument: certified
int a[100];
int at = 0;
for (int i = 1; i < 100; i++) {
  if (a[i] > a[at]) {
    at = i;
  }
}
assert(0 <= at < 100);
assert(a[at] == max(a, 0, 100));
