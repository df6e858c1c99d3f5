int n = nondet();
assume(n > 0);
int a[n];
int b[n];
for (int i = 0; i < n; i++) {
  int x = nondet();
  a[i] = x;
  b[i] = 2 * x;
}
assert(sum(b, 0, n) == 2 * sum(a, 0, n));
