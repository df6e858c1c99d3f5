// Inserts a value into a sorted array.
int n = nondet();
assume(n > 0);
int a[n + 1];
assume(sorted(a, 0, n));
int x = nondet();
int i = n;
while (i > 0 && a[i - 1] > x) {
  a[i] = a[i - 1];
  i--;
}
a[i] = x;
assert(sorted(a, 0, n + 1));
