// Cells are copied from the left: the slice before the index keeps its cells with their places, as values alone
// do not say which of them are equal.
// from: T Sec. 3.3.1.2, after Example 14
// tier: 2
// expect cell,b={k, v => (k, v) if 0 <= k && k < i} . cell (+) {k, v => v if k == i} . cell: certified
int n, i;
int a[], b[];
assume(n >= 0);
i = 0;
while (i < n) {
  b[i] = a[i];
  i = i + 1;
}
assert(forall k in 0..n: b[k] == a[k]);
