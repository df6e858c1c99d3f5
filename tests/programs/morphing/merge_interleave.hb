// The cells of two arrays in turn.
// from: CM Table 1, mergeinterleave
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int r[2 * n];
int i = 0;
while (i < n) {
  r[2 * i] = a[i];
  r[2 * i + 1] = b[i];
  i++;
}
assert(forall k in 0..n: r[2 * k] == a[k]);
assert(forall k in 0..n: r[2 * k + 1] == b[k]);
