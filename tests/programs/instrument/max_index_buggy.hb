// The index is that of the cell in front.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int at = 0;
for (int i = 1; i < n; i++) {
  if (a[i] > a[at]) {
    at = i - 1;
  }
}
assert(0 <= at < n);
assert(a[at] == max(a, 0, n));
