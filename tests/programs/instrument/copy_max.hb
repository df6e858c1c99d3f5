// A copy has the maximum and the minimum of the array.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[i];
}
assert(max(b, 0, n) == max(a, 0, n));
assert(min(b, 0, n) == min(a, 0, n));
