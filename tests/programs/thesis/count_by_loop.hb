// How often a value occurs: a fold, which cells cannot express.
// from: T Example 14, count
// tier: 2
// expect cell1: too-weak
int n = nondet();
int v = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { c++; }
}
assert(c == count(a, 0, n, v));
