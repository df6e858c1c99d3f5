// The longest run; the last run is forgotten at the end.
// tier: 2
// expect cell1: buggy
int n = nondet(1, 20);
int a[n];
int best = 0;
int run = 1;
for (int i = 1; i < n; i++) {
  if (a[i] == a[i - 1]) {
    run++;
  } else {
    best = max(best, run);
    run = 1;
  }
}
assert(best >= 1);
