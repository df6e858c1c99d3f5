// Finds the last cell that holds v.
// from: T Example 14, linear search
// tier: 1
// expect cell1: certified
int n = nondet();
int v = nondet();
int a[n];
int r = n - 1;
while (r >= 0 && a[r] != v) { r--; }
assert(r < 0 || a[r] == v);
assert(forall k: r < k < n && k >= 0 ==> a[k] != v);
