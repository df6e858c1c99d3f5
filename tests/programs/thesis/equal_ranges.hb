// Compares two arrays cell by cell.
// from: T Section 2.1.4, BoundEq
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
bool same = true;
for (int i = 0; i < n; i++) {
  if (a[i] != b[i]) { same = false; }
}
assert(same ==> bound_eq(a, b, 0, n));
