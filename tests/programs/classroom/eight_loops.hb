// Eight loops in a row pass an array on.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n], b[n], c[n], d[n];
for (int i = 0; i < n; i++) { a[i] = i; }
for (int i = 0; i < n; i++) { b[i] = a[i] + 1; }
for (int i = 0; i < n; i++) { c[i] = b[i] + 1; }
for (int i = 0; i < n; i++) { d[i] = c[i] + 1; }
for (int i = n - 1; i >= 0; i--) { c[i] = d[i] + 1; }
for (int i = n - 1; i >= 0; i--) { b[i] = c[i] + 1; }
for (int i = n - 1; i >= 0; i--) { a[i] = b[i] + 1; }
for (int i = 0; i < n; i++) { d[i] = a[i] - i; }
assert(forall k in 0..n: a[k] == k + 6);
assert(forall k in 0..n: d[k] == 6);
