// The sum of the first numbers, and a table of them.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int t[n + 1];
int s = 0;
t[0] = 0;
for (int i = 1; i <= n; i++) {
  s += i;
  t[i] = s;
}
assert(2 * s == n * (n + 1));
assert(forall k in 0..n + 1: 2 * t[k] == k * (k + 1));
