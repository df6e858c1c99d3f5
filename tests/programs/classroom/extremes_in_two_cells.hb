// Keeps the least and the greatest value in the two cells of an array.
// tier: 3
// expect auto: certified
int n = nondet();
assume(n > 0);
int a[n], m[2];
m[0] = a[0];
m[1] = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] < m[0]) { m[0] = a[i]; }
  if (a[i] > m[1]) { m[1] = a[i]; }
}
assert(forall k in 0..n: m[0] <= a[k] && a[k] <= m[1]);
