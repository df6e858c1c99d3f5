// Merging keeps each value as often as both parts have it.
// tier: 3
// expect cell . multiset: certified
int n = nondet(0, 1000);
int m = nondet(0, 1000);
int a[n];
int b[m];
int c[];
int i = 0;
int j = 0;
int k = 0;
while (i < n || j < m) {
  if (j >= m || i < n && a[i] <= b[j]) {
    c[k] = a[i];
    i++;
  } else {
    c[k] = b[j];
    j++;
  }
  k++;
}
hint(forall v: count(c, 0, k, v) == count(a, 0, i, v) + count(b, 0, j, v));
assert(forall v: count(c, 0, k, v) == count(a, 0, n, v) + count(b, 0, m, v));
