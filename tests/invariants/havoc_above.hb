// A value above the counter is chosen in each round.
int n = nondet(), x = 0, i = 0;
while (i < n) {
  invariant x >= i; // holds
  invariant x >= 0; // not kept
  havoc x;
  assume(x > i);
  i++;
}
assert(x >= n); // enough
assert(x >= 0); // enough
