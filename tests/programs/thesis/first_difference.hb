// The first index at which two arrays differ.
// from: T Section 2.1.4, BoundEq; in the manner of mismatch
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int i = 0;
while (i < n && a[i] == b[i]) { i++; }
assert(forall k in 0..i: a[k] == b[k]);
assert(i >= n || a[i] != b[i]);
