// The inner loop writes one cell only.
// from: TI Table 1, nr2, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < 1; j++) {
    if (j == 0) { a[2 * i + j] = 3; } else { a[2 * i + j] = 4; }
  }
}
assert(forall k in 0..2 * n: a[k] >= 3);
