// A search by a loop finds a value if it occurs.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int v = nondet();
int a[n];
int i = 0;
while (i < n && a[i] != v) {
  i++;
}
assert((i < n) == exists(a, 0, n, (x, k) -> x == v));
