// If nothing was counted the value does not occur.
// from: T Example 14, count; only what zero means
// tier: 2
// expect cell1: certified
int n = nondet();
int v = nondet();
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == v) { c++; }
}
assert(c > 0 || (forall k in 0..n: a[k] != v));
