// The value is put one cell too low.
// from: T Example 14, insertion sort, one round, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int v = nondet();
assume(n >= 0);
int a[];
assume(sorted(a, 0, n));
int j = n - 1;
while (j >= 0 && a[j] > v) {
  a[j + 1] = a[j];
  j--;
}
a[j] = v;
assert(sorted(a, 0, n + 1));
