// Cells are set from the left, but not the first one.
// from: T Example 13
// tier: 2
// expect slice(i): buggy
int n, i;
int a[];
assume(n >= 0);
i = 1;
while (i < n) {
  a[i] = 0;
  i = i + 1;
}
assert(forall k in 0..n: a[k] == 0);
