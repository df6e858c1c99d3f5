// Nobody knows how often this loop runs.
int x = 0, p = 1;
while (nondet()) {
  invariant x >= 0; // holds
  invariant p > x; // holds
  invariant x != 10; // false
  decreases 100 - x; // false
  x++;
  p = p * 2;
}
assert(p >= x + 1); // enough
assert(p % 2 == 0 || x == 0); // not enough
