// A measure that passes below zero.
int x = nondet();
assume(x >= 0);
while (x != 0) {
  invariant x <= before(x); // holds
  decreases x; // false
  x -= 2;
}
assert(x == 0); // enough
int y = nondet();
assume(y >= 0);
while (y != 0) {
  invariant y >= 0; // false
  decreases y; // holds
  y -= 2;
}
assert(y == 0); // enough
