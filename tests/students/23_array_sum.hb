// Adds all cells of an array.
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
assert(s == sum(a, 0, n));
