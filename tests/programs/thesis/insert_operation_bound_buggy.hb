// One cell more is compared than was moved.
// from: T Example 14, insert, with a whole-array operation, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pos = nondet();
int v = nondet();
assume(0 <= pos && pos <= n);
int a[];
int expected[] = insert(a, pos, v);
int i = n;
while (i > pos) { a[i] = a[i - 1]; i--; }
a[pos] = v;
assert(bound_eq(a, expected, 0, n + 2));
