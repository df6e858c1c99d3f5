// Cells are set from the left: the slice before the index has one value.
// from: T Example 13
// tier: 2
// expect slice(i): certified
// expect {k, v => v if 0 <= k && k < i} . cell (+) {k, v => v if k == i} . cell: certified
int n, i;
int a[];
assume(n >= 0);
i = 0;
while (i < n) {
  a[i] = 0;
  i = i + 1;
}
assert(forall k in 0..n: a[k] == 0);
