// Swaps two arrays cell by cell.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int a0[] = a;
int b0[] = b;
for (int i = 0; i < n; i++) {
  int t = a[i];
  a[i] = b[i];
  b[i] = t;
}
assert(forall k in 0..n: a[k] == b0[k] && b[k] == a0[k]);
