int n = nondet(2, 1000);
int a[n];
int before[] = a;
for (int i = 0; i + 1 < n; i++) {
  if (a[i] > a[i + 1]) { a[i + 1] = a[i]; }
}
assert(permutation(a, before));
