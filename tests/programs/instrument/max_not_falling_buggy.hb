// A cell may be smaller than the one in front.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
a[0] = nondet();
for (int i = 1; i < n; i++) {
  a[i] = a[i - 1] + nondet(-1, 5);
}
assert(max(a, 0, n) == a[n - 1]);
assert(min(a, 0, n) == a[0]);
