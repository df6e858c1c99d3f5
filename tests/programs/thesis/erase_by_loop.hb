// Removes the cell at pos by moving the cells behind it down.
// from: T Example 14, insert; its inverse
// tier: 2
// expect cell1: certified
int n = nondet();
int pos = nondet();
assume(0 <= pos && pos < n);
int a[n];
int old[] = a;
int i = pos;
while (i < n - 1) { a[i] = a[i + 1]; i++; }
assert(forall k in 0..pos: a[k] == old[k]);
assert(forall k in pos..n - 1: a[k] == old[k + 1]);
