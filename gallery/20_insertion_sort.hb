// Each value goes back until it stands behind a smaller one.
int n = nondet();
int a[n];
int i = 1;
while (i < n) {
  int x = a[i];
  int j = i - 1;
  while (j >= 0 && a[j] > x) {
    a[j + 1] = a[j];
    j = j - 1;
  }
  a[j + 1] = x;
  i++;
}
assert(sorted(a, 0, n));
