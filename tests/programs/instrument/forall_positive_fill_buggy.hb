// The wrong formula for the cells.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i * i + 1;
}
assert(forall(a, 0, n, (x, i) -> x == i * i + i));
assert(forall(a, 0, n, (x) -> x > 0));
