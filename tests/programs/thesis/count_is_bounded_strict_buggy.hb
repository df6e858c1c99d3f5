// The value may occur in every cell.
// from: T Example 14, count; only bounds of it, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int v = nondet();
assume(n >= 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { c++; }
}
assert(0 <= c < n);
