// Cells are copied from the left, but not the first one.
// from: T Sec. 3.2.1, before Example 13
// tier: 2
// expect cell,b=slice(i): buggy
#pragma large-blocks
int n, i;
int a[], b[];
assume(n >= 0);
assume(forall k in 0..n: a[k] >= 3);
i = 1;
while (i < n) {
  b[i] = a[i];
  i = i + 1;
}
assert(forall k in 0..n: b[k] >= 3);
