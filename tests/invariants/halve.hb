// Halve a number until it is one.
int x = nondet();
assume(x >= 1);
int r = 0;
while (x > 1) {
  invariant x >= 1; // holds
  invariant r + x <= before(x); // holds
  invariant x + r >= 1; // not kept
  decreases x; // holds
  x /= 2;
  r++;
}
assert(x == 1); // enough
assert(r < x + 1000); // not enough
