#pragma tiles 5 a: k == 3 * i || k == 3 * i + 2
// The tile is named by hand.
int n = nondet();
int a[3 * n];
for (int i = 0; i < n; i++) {
  a[3 * i] = 1;
  a[3 * i + 1] = 2;
  a[3 * i + 2] = 3;
}
assert(forall k in 0..3 * n: a[k] > 0);
