// Another cell is erased than was inserted.
// from: T Example 14, insert, with whole-array operations, changed
// tier: 1
// expect cell1: buggy
int pos = nondet();
int v = nondet();
int a[];
int b[] = insert(a, pos, v);
erase(b, pos + 1);
assert(a == b);
