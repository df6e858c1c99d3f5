// The last cell does not grow.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int before = sum(a, 0, n);
for (int i = 0; i < n - 1; i++) {
  a[i] += 3;
}
assert(sum(a, 0, n) == before + 3 * n);
