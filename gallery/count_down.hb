// Copies from the last cell to the first.
int n = nondet();
int a[n];
int b[n];
int i = n - 1;
while (i >= 0) {
  b[i] = a[i];
  i--;
}
assert(forall k in 0..n: b[k] == a[k]);
