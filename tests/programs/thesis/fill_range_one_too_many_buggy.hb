// The loop also fills the cell behind the range.
// from: T Example 14, constant value; the fill of T Section 2.1.4, changed
// tier: 1
// expect cell1: buggy
int lo = nondet();
int hi = nondet();
int v = nondet();
int a[];
int old[] = a;
int i = lo;
while (i <= hi) { a[i] = v; i++; }
assert(forall k: lo <= k < hi ==> a[k] == v);
assert(forall k: k < lo || k >= hi ==> a[k] == old[k]);
