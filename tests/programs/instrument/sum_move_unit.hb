// A unit moves from one cell to another in each round.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = sum(a, 0, n);
for (int i = 0; i < n - 1; i++) {
  a[i]--;
  a[i + 1]++;
}
assert(sum(a, 0, n) == s);
