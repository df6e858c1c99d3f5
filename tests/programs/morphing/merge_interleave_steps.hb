// The same by a step of two and a test of the index.
// from: CM Table 1, mergeinterleave
// tier: 3
// expect cell1: certified
int n = nondet();
int a[];
int b[];
int r[];
int i = 0;
while (i < n) {
  if (i % 2 == 0) { r[i] = a[i]; } else { r[i] = b[i]; }
  i++;
}
assert(forall k in 0..n: k % 2 == 0 ==> r[k] == a[k]);
assert(forall k in 0..n: k % 2 == 1 ==> r[k] == b[k]);
