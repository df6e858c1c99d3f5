// The sum of the numbers up to n, from the largest to the smallest.
int n = nondet();
assume(n >= 0);
int s = 0, i = n;
while (i > 0) {
  invariant i >= 0; // holds
  invariant s + i >= n; // holds
  invariant 2 * s == n * (n + 1) - i * (i + 1); // holds
  invariant s != 5; // false
  decreases i; // holds
  s += i;
  i--;
}
assert(s >= n); // enough
assert(2 * s == n * (n + 1)); // enough
