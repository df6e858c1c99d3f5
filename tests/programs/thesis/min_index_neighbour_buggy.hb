// Each cell is compared with its neighbour, not with the smallest so far.
// from: T Example 14, max, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int p = 0;
for (int i = 1; i < n; i++) {
  if (a[i] < a[i - 1]) { p = i; }
}
assert(forall k in 0..n: a[p] <= a[k]);
