// The smallest value is not smaller than itself.
// from: CM Table 2, find_mini_check, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int m = a[0];
int p = 0;
int i = 1;
while (i < n) {
  if (a[i] < m) { m = a[i]; p = i; }
  i++;
}
assert(forall k in 0..n: m < a[k]);
assert(m == a[p]);
