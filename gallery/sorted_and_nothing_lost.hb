int n = nondet();
int a[n];
int before[] = a;
int i = n;
while (i > 1) {
  int j = 0;
  while (j + 1 < i) {
    if (a[j] > a[j + 1]) {
      int t = a[j];
      a[j] = a[j + 1];
      a[j + 1] = t;
    }
    j++;
  }
  i--;
}
assert(sorted(a, 0, n));
assert(permutation(a, before));
