// Walks from both ends and keeps the larger value.
// from: TI Table 1, largest
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 1);
int a[n];
int m = a[0];
int i = 0;
int j = n - 1;
while (i <= j) {
  m = max(m, a[i], a[j]);
  i++;
  j--;
}
assert(forall k in 0..n: a[k] <= m);
