// An inner loop writes the cells of one round.
// from: TI Table 1, nr2
// tier: 3
// expect cell1: certified
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < 2; j++) {
    if (j == 0) { a[2 * i + j] = 3; } else { a[2 * i + j] = 4; }
  }
}
assert(forall k in 0..2 * n: a[k] >= 3);
