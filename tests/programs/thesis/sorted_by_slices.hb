// Neighbours are in order: of the slice before the index two cells are kept, with their places.
// from: T Sec. 3.3.1.2, after Example 14
// tier: 2
// expect ({k, v => (k, v) if 0 <= k && k < i} . cell)^2 (+) {k, v => v if k == i} . cell: certified
#pragma large-blocks
int n, i;
int a[];
assume(n >= 1);
i = 1;
while (i < n) {
  assume(a[i - 1] <= a[i]);
  i = i + 1;
}
assert(sorted(a, 0, n));
