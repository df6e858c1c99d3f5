// The first cell is not looked at.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
bool found = false;
for (int i = 1; i < n; i++) {
  if (a[i] < 0) found = true;
}
assert(found == exists(a, 0, n, (x, i) -> x < 0));
