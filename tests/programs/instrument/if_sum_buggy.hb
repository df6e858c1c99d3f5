// The first cell does not count for the limit.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 1; i < n; i++) {
  s += a[i];
}
bool rich = false;
if (sum(a, 0, n) > 0) {
  rich = true;
}
assert(rich == (s > 0));
