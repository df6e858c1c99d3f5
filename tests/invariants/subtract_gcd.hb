// Subtract the smaller number from the larger one until both are equal.
int x = nondet(), y = nondet();
assume(x > 0 && y > 0);
while (x != y) {
  invariant x > 0; // holds
  invariant y >= 1; // holds
  invariant x + y <= before(x) + before(y); // holds
  invariant x <= before(x); // holds
  invariant x >= y; // not at first
  decreases x + y; // holds
  if (x > y) { x -= y; } else { y -= x; }
}
assert(x == y && x > 0); // enough
