// From both ends to the middle.
int n = nondet(0, 1000);
int a[n];
int i = 0;
int j = n;
int s = 0;
while (i < j) {
  invariant 0 <= i <= j <= n; // holds
  invariant s == sum(a, 0, i) + sum(a, j, n); // holds
  s += a[i];
  i++;
  if (i < j) {
    j--;
    s += a[j];
  }
}
assert(s == sum(a, 0, n)); // enough
