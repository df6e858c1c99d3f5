// Larger values are found as well.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[];
bool found = false;
for (int i = 0; i < n; i++) {
  if (a[i] >= 4) {
    found = true;
    break;
  }
}
assert(found <==> exists(a, 0, n, (x, i) -> x == 4));
