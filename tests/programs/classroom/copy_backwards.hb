// Copies an array, last cell first.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
int b[n];
int i = n;
while (i > 0) {
  i--;
  b[i] = a[i];
}
assert(i == 0);
assert(forall k in 0..n: b[k] == a[k]);
