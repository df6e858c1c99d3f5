// Two arrays are added cell by cell, by a function.
// tier: 1
// expect cell1: certified
int add(int x, int y) {
  return x + y;
}

int n = nondet(0, 1000);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) {
  c[i] = add(a[i], b[i]);
}
assert(forall k in 0..n: c[k] == a[k] + b[k]);
