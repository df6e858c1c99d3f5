// Adds two arrays and takes one of them away again.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n], b[n], c[n], d[n];
for (int i = 0; i < n; i++) {
  c[i] = a[i] + b[i];
}
for (int i = 0; i < n; i++) {
  d[i] = c[i] - b[i];
}
bool same = true;
for (int i = 0; i < n; i++) {
  if (d[i] != a[i]) { same = false; }
}
assert(same);
assert(forall k in 0..n: c[k] == d[k] + b[k]);
