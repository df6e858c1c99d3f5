// Steps of two never meet an odd number, but without the right line nobody knows.
int n = nondet();
int x = 0;
while (x < n) {
  invariant x != 7; // not kept
  invariant x >= 0; // holds
  x += 2;
}
assert(x != 7); // enough
int y = 0;
while (y < n) {
  invariant y != 7; // holds
  invariant y % 2 == 0; // holds
  invariant y != 8; // false
  y += 2;
}
assert(y != 7 && y != 9); // enough
