// Even cells are made even and odd cells odd.
// from: TI Table 1, evenodd
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  if (i % 2 == 0) { a[i] = 2 * i; } else { a[i] = 2 * i + 1; }
}
assert(forall k in 0..n: a[k] % 2 == k % 2);
