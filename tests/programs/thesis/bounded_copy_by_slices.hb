// Cells are copied from the left, so a bound on them is one on the slice before the index.
// from: T Sec. 3.2.1, before Example 13
// tier: 2
// expect cell,b=slice(i): certified
// expect cell,b=slice(i,n): certified
#pragma large-blocks
int n, i;
int a[], b[];
assume(n >= 0);
assume(forall k in 0..n: a[k] >= 3);
i = 0;
while (i < n) {
  b[i] = a[i];
  i = i + 1;
}
assert(forall k in 0..n: b[k] >= 3);
