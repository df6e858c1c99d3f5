// The next cell is spoiled only if it is small.
// from: TI Table 1, rewnif
// tier: 2
// expect cell1: certified
int n = nondet();
int low = nondet();
int a[];
for (int i = 0; i < n; i++) {
  a[i] = low;
  if (a[i + 1] < low) { a[i + 1] = low - 1; }
}
assert(forall k in 0..n: a[k] == low);
