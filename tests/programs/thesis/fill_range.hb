// Fills a part of an array and leaves the rest as it was.
// from: T Example 14, constant value; the fill of T Section 2.1.4
// tier: 1
// expect cell1: certified
int lo = nondet();
int hi = nondet();
int v = nondet();
int a[];
int old[] = a;
int i = lo;
while (i < hi) { a[i] = v; i++; }
assert(forall k: lo <= k < hi ==> a[k] == v);
assert(forall k: k < lo || k >= hi ==> a[k] == old[k]);
