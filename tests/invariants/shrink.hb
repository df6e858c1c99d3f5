// The bound of the loop changes in the loop.
int n = nondet();
assume(n >= 0);
int i = 0;
while (i < n) {
  invariant i <= n; // false
  invariant i <= n + 1; // holds
  invariant i + n == before(n); // holds
  decreases n - i; // holds
  i++;
  n--;
}
assert(i == n); // enough
