// The smallest cell, known through its index only.
// from: T Example 14, max
// tier: 2
// expect cell1: too-weak
// expect cell2: certified
int n = nondet();
assume(n >= 1);
int a[n];
int p = 0;
for (int i = 1; i < n; i++) {
  if (a[i] < a[p]) { p = i; }
}
assert(forall k in 0..n: a[p] <= a[k]);
