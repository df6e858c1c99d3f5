// Odd cells get even values.
// from: TI Table 1, evenodd, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  if (i % 2 == 0) { a[i] = 2 * i; } else { a[i] = 2 * i + 2; }
}
assert(forall k in 0..n: a[k] % 2 == k % 2);
