// A loop that is never entered keeps everything that holds at first.
int n = nondet();
assume(n <= 0);
int i = 0;
while (i < n) {
  invariant i == 0; // holds
  invariant i != n + 1; // not at first
  decreases 5; // holds
  i += 2;
}
assert(i == 0); // enough
