// The first cell may hold another value.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int v = nondet();
int a[];
for (int i = 1; i < n; i++) {
  a[i] = v;
}
assert(count(a, 0, n, v) == n);
