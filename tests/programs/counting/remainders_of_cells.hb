// Remainders of what is in another array.
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  b[i] = a[i] % 3;
}
assert(forall k in 0..n: b[k] == a[k] % 3);
