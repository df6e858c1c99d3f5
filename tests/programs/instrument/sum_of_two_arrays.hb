// Two arrays are added cell by cell.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) {
  c[i] = a[i] + b[i];
}
assert(sum(c, 0, n) == sum(a, 0, n) + sum(b, 0, n));
