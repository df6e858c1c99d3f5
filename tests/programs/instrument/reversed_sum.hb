// A reversed copy has the sum of the array.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[n - 1 - i];
}
assert(sum(b, 0, n) == sum(a, 0, n));
