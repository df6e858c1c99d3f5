// The sum of the numbers below n.
int n = nondet();
assume(n >= 0);
int s = 0, i = 0;
while (i < n) {
  invariant 2 * s == i * (i - 1); // holds
  invariant 0 <= i <= n; // holds
  invariant s >= i - 1; // holds
  invariant s <= 100; // false
  decreases n - i; // holds
  s += i;
  i++;
}
assert(2 * s == n * (n - 1)); // enough
