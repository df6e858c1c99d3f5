// One cell of an array of zeros becomes one.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 0;
}
a[nondet(0, n)] = 1;
assert(count(a, 0, n, 0) == n - 1);
assert(count(a, 0, n, 1) == 1);
