// The sum is known to be ten before the loop computes it.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
assume(sum(a, 0, n) == 10);
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
assert(s == 10);
