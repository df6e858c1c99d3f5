// Fills an array with one value that the user gives.
// tier: 2
// expect cell1: certified
int n = nondet();
int v = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = v;
}
assert(forall k in 0..n: a[k] == v);
