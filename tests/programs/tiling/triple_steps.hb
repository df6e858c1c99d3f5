// Three cells in each round, each with the number of the round.
// from: TI Table 1, pnr3
// tier: 3
// expect cell1: certified
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  a[3 * i] = i;
  a[3 * i + 1] = i;
  a[3 * i + 2] = i;
}
assert(forall k in 0..3 * n: a[k] == k / 3);
