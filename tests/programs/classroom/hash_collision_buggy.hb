// A table without probing: the second key may take the place of the first.
// tier: 2
// expect cell1: buggy
int n = nondet(1, 50);
int x = nondet();
int y = nondet();
assume(0 <= x && 0 <= y && x != y);
int t[n];
t[x % n] = x;
t[y % n] = y;
assert(t[y % n] == y);
assert(t[x % n] == x);
