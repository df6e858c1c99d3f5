// Walks to the first cell that is not 0.
// from: CM Table 1, findnonnull
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int p = n;
int i = 0;
while (i < n) {
  if (p == n && a[i] != 0) { p = i; }
  i++;
}
assert(forall k in 0..p: a[k] == 0);
assert(p == n || a[p] != 0);
