// Three is added to each cell.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int before = sum(a, 0, n);
for (int i = 0; i < n; i++) {
  a[i] += 3;
}
assert(sum(a, 0, n) == before + 3 * n);
