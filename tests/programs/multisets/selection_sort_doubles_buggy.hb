// The smallest value is copied to the front, and what was there is lost.
// tier: 2
// expect auto: buggy
int n = nondet();
int a[n];
int before[] = a;
int i = 0;
while (i < n) {
  int m = i;
  int j = i + 1;
  while (j < n) {
    if (a[j] < a[m]) { m = j; }
    j++;
  }
  a[i] = a[m];
  i++;
}
assert(permutation(a, before));
