// The last cell goes to the front, all others move up.
// from: T Example 14, a variant of copy: rotate
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 1);
int a[n];
int old[] = a;
int last = a[n - 1];
for (int i = n - 1; i > 0; i--) { a[i] = a[i - 1]; }
a[0] = last;
assert(a[0] == old[n - 1]);
assert(forall k in 1..n: a[k] == old[k - 1]);
