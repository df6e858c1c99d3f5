// Each cell is set to its index.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int i = 0;
while (i < n) {
  a[i] = i;
  i = i + 1;
}
assert(forall(a, 0, n, (x, i) -> x == i));
