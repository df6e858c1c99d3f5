// Makes room at pos by moving the cells behind it up, from the last one on.
// from: T Example 14, insert
// tier: 2
// expect cell1: certified
int n = nondet();
int pos = nondet();
int v = nondet();
assume(0 <= pos && pos <= n);
int a[];
int old[] = a;
int i = n;
while (i > pos) { a[i] = a[i - 1]; i--; }
a[pos] = v;
assert(forall k in 0..pos: a[k] == old[k]);
assert(a[pos] == v);
assert(forall k: pos < k <= n ==> a[k] == old[k - 1]);
