// Merges two sorted arrays.
// tier: 2
// expect cell2: certified
// open: it takes about nine seconds: the place that is written is the sum of two counters.
int n = nondet();
int m = nondet();
assume(n >= 0 && m >= 0);
int a[n];
int b[m];
int c[n + m];
assume(sorted(a, 0, n) && sorted(b, 0, m));
int i = 0;
int j = 0;
while (i < n || j < m) {
  if (j >= m || (i < n && a[i] <= b[j])) {
    c[i + j] = a[i];
    i++;
  } else {
    c[i + j] = b[j];
    j++;
  }
}
assert(sorted(c, 0, n + m));
