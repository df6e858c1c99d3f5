// A difference is not noted.
// from: T Section 2.1.4, BoundEq, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
bool same = true;
for (int i = 0; i < n; i++) {
  if (a[i] != b[i]) { same = true; }
}
assert(same ==> bound_eq(a, b, 0, n));
