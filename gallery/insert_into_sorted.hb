// One round of insertion sort.
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
a[j + 1] = v;
assert(sorted(a, 0, n + 1));
