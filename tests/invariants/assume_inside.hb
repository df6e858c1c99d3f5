// An assumption in the body cuts long runs off.
int n = nondet();
assume(n >= 5);
int i = 0;
while (i < n) {
  invariant i <= 3; // holds
  invariant i < 3; // false
  decreases 3 - i; // holds
  assume(i < 3);
  i++;
}
assert(false); // enough
