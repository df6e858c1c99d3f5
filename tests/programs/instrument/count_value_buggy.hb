// It is only noted that the value occurs.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int v = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) c = 1;
}
assert(c == count(a, 0, n, v));
