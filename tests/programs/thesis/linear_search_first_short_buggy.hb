// The last cell is not looked at.
// from: T Example 14, linear search, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
int r = -1;
int i = 0;
while (i < n - 1) {
  if (a[i] == v) { r = i; break; }
  i++;
}
assert(r == -1 || a[r] == v && (forall k in 0..r: a[k] != v));
assert(r != -1 || (forall k in 0..n: a[k] != v));
