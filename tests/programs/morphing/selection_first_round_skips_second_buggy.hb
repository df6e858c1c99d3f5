// The second cell is not looked at.
// from: CM Table 2, selection_sort, one round, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int p = 0;
int b = a[0];
int f = b;
int i = 2;
while (i < n) {
  if (a[i] < b) { b = a[i]; p = i; }
  i++;
}
a[0] = b;
a[p] = f;
assert(forall k in 0..n: b <= a[k]);
