// The loop does not look at the first cell.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int k = nondet(0, n);
a[k] = 9;
bool seen = false;
for (int i = 1; i < n; i++) {
  if (a[i] == 9) seen = true;
}
assert(seen && exists(a, 0, n, (x, i) -> x == 9));
