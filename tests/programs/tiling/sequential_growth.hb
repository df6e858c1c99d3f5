// Each cell is larger than the one before by a value that is not known.
// from: TI Table 1, seqinit, with unknown steps
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
a[0] = 0;
for (int i = 1; i < n; i++) {
  int d = nondet(1, 5);
  a[i] = a[i - 1] + d;
}
assert(forall k in 0..n: k <= a[k] <= 4 * k);
