// Inserting a cell and erasing it again changes nothing.
// from: T Example 14, insert, with whole-array operations
// tier: 1
// expect cell1: certified
int pos = nondet();
int v = nondet();
int a[];
int b[] = insert(a, pos, v);
erase(b, pos);
assert(a == b);
