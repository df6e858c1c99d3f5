// The larger of two neighbours is moved up, but the smaller one is not moved down.
// tier: 2
// expect auto: buggy
int n = nondet();
int a[n];
int before[] = a;
int j = 0;
while (j + 1 < n) {
  if (a[j] > a[j + 1]) { a[j + 1] = a[j]; }
  j++;
}
assert(permutation(a, before));
