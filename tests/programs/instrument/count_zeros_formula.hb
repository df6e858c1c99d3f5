// Zeros and cells that are not zero are all cells.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int other = 0;
for (int i = 0; i < n; i++) {
  if (a[i] != 0) other++;
}
assert(other == count(a, 0, n, (x, i) -> x != 0));
assert(count(a, 0, n, 0) + other == n);
