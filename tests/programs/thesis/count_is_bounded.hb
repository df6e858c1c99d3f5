// A value occurs at most as often as there are cells.
// from: T Example 14, count; only bounds of it
// tier: 1
// expect cell1: certified
int n = nondet();
int v = nondet();
assume(n >= 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { c++; }
}
assert(0 <= c <= n);
