// Walks to the first cell that holds v.
// from: CM Table 1, find
// tier: 1
// expect cell1: certified
int n = nondet();
int v = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i < n && a[i] != v) { i++; }
assert(i == n || a[i] == v);
assert(forall k in 0..i: a[k] != v);
