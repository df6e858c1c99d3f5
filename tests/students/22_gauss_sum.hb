// Adds the numbers from 0 to n-1.
int n = nondet();
assume(n > 0);
int s = 0;
for (int i = 0; i < n; i++) {
  s = s + i;
}
assert(2 * s == n * (n - 1));
