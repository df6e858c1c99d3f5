// The cell at pos is overwritten before it was moved.
// from: T Example 14, insert, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pos = nondet();
int v = nondet();
assume(0 <= pos && pos <= n);
int a[];
int old[] = a;
int i = n;
while (i > pos + 1) { a[i] = a[i - 1]; i--; }
a[pos] = v;
assert(forall k in 0..pos: a[k] == old[k]);
assert(a[pos] == v);
assert(forall k: pos < k <= n ==> a[k] == old[k - 1]);
