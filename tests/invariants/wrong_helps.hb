// A wrong line makes another one look right.
int n = nondet();
assume(n >= 5);
int i = 0;
while (i < n) {
  invariant i < 1; // false
  invariant i <= 1; // holds
  invariant i != 3; // holds
  i++;
}
assert(i <= 1); // enough
assert(false); // enough
