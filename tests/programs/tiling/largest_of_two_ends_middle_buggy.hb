// The cell in the middle is left out.
// from: TI Table 1, largest, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int m = a[0];
int i = 0;
int j = n - 1;
while (i < j) {
  m = max(m, a[i], a[j]);
  i++;
  j--;
}
assert(forall k in 0..n: a[k] <= m);
