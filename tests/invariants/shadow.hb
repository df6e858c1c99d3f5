// The counter of the loop hides a variable with the same name.
int n = nondet();
assume(n >= 0);
int i = 7;
for (int i = 0; i < n; i++) {
  invariant 0 <= i <= n; // holds
  invariant before(i) == 0; // holds
  invariant i != 7; // false
}
assert(i == 7); // enough
