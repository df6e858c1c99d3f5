// Each cell of b is the total of a up to there.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n], b[n];
int total = 0;
for (int i = 0; i < n; i++) {
  total += a[i];
  b[i] = total;
}
assert(b[n - 1] == sum(a, 0, n));
