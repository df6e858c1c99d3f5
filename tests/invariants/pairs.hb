// Count the pairs j < i with two nested loops.
int n = nondet();
assume(n >= 0);
int c = 0;
for (int i = 0; i < n; i++) {
  invariant 0 <= i <= n; // holds
  invariant 2 * c == i * (i - 1); // holds
  int j = 0;
  while (j < i) {
    invariant 0 <= j <= i; // holds
    invariant 2 * c == i * (i - 1) + 2 * j; // holds
    invariant c == before(c) + j; // holds
    invariant c >= i; // not at first
    c++;
    j++;
  }
}
assert(2 * c == n * (n - 1)); // enough
