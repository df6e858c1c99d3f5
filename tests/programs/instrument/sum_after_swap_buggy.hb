// The second cell may lie behind the interval.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
int j = nondet(0, n), k = nondet(0, n + 1);
int t = a[j];
a[j] = a[k];
a[k] = t;
assert(sum(a, 0, n) == s);
