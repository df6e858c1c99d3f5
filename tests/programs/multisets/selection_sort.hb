// Sorted, and a permutation of what was there.
// tier: 3
// expect auto: certified
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
  int t = a[i];
  a[i] = a[m];
  a[m] = t;
  i++;
}
assert(sorted(a, 0, n));
assert(permutation(a, before));
