// Only the last cells decide.
// from: T Section 2.1.4, BoundEq, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
bool same = true;
for (int i = 0; i < n; i++) {
  same = a[i] == b[i];
}
assert(same ==> bound_eq(a, b, 0, n));
