// Walks up, so the first value is smeared over all cells.
// from: T Example 14, a variant of copy: rotate, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int old[] = a;
int last = a[n - 1];
for (int i = 1; i < n; i++) { a[i] = a[i - 1]; }
a[0] = last;
assert(a[0] == old[n - 1]);
assert(forall k in 1..n: a[k] == old[k - 1]);
