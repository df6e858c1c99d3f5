// Moves the cells up from pos on, so one value is smeared over all of them.
// from: T Example 14, insert, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pos = nondet();
assume(0 <= pos && pos <= n);
int a[];
int old[] = a;
int i = pos + 1;
while (i <= n) { a[i] = a[i - 1]; i++; }
assert(forall k: pos < k <= n ==> a[k] == old[k - 1]);
