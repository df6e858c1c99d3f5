// Counts how often a value is in the array.
int n = nondet();
assume(n > 0);
int a[n];
int x = nondet();
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == x) c++;
}
assert(0 <= c && c <= n);
assert(c == count(a, 0, n, x));
