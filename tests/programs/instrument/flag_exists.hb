// A flag tells whether some cell is negative.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
bool found = false;
for (int i = 0; i < n; i++) {
  if (a[i] < 0) found = true;
}
assert(found == exists(a, 0, n, (x, i) -> x < 0));
