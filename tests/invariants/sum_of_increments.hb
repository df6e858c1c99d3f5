// Each round makes one cell, and so the sum, larger by one.
int n = nondet(0, 1000);
int a[n];
int i = 0;
while (i < n) {
  invariant 0 <= i <= n; // holds
  invariant sum(a, 0, n) == before(sum(a, 0, n)) + i; // holds
  a[i]++;
  i++;
}
