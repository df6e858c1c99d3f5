// Fibonacci numbers grow, but one line must say that they are not negative.
int n = nondet();
int a = 0, b = 1;
int i = 0;
while (i < n) {
  invariant b >= 1; // not kept
  invariant a <= b; // not kept
  a, b = b, a + b;
  i++;
}
assert(a + b >= b); // not enough
assert(b > 0); // enough
