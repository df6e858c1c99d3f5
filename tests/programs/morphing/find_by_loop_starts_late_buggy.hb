// The first cell is not looked at.
// from: CM Table 1, find, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int v = nondet();
assume(n >= 0);
int a[n];
int i = 1;
while (i < n && a[i] != v) { i++; }
assert(i == n || a[i] == v);
assert(forall k in 0..i: a[k] != v);
