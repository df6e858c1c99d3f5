// The last value of one part is left behind.
// tier: 2
// expect cell . multiset: buggy
int n = nondet(1, 1000);
int m = nondet(1, 1000);
int a[n];
int b[m];
int c[];
int i = 0;
int j = 0;
int k = 0;
while (i < n && j < m) {
  if (a[i] <= b[j]) {
    c[k] = a[i];
    i++;
  } else {
    c[k] = b[j];
    j++;
  }
  k++;
}
while (i < n) {
  c[k] = a[i];
  i++;
  k++;
}
while (j + 1 < m) {
  c[k] = b[j];
  j++;
  k++;
}
int v = nondet();
assert(count(c, 0, n + m, v) == count(a, 0, n, v) + count(b, 0, m, v));
