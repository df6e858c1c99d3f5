// An inner loop of three rounds, with before in both loops.
int n = nondet();
assume(n >= 0);
int x = 0;
for (int i = 0; i < n; i++) {
  invariant x == 3 * i; // holds
  invariant before(x) == 0; // holds
  invariant 0 <= i <= n; // holds
  decreases n - i; // holds
  for (int j = 0; j < 3; j++) {
    invariant x == before(x) + j; // holds
    invariant 3 >= j; // holds
    invariant before(x) == 3 * i; // holds
    invariant x < 3 * n; // false
    decreases 3 - j; // holds
    x++;
  }
}
assert(x == 3 * n); // enough
