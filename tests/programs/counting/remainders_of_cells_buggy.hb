// The remainder by another number.
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[i] % 4;
}
assert(forall k in 0..n: b[k] == a[k] % 3);
