// Each round copies one cell from the front and one from the back.
// from: TI Table 1, tcpy
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
assume(n % 2 == 0);
for (int i = 0; i < n / 2; i++) {
  b[i] = a[i];
  b[n - 1 - i] = a[n - 1 - i];
}
assert(forall k in 0..n: b[k] == a[k]);
