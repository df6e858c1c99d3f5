// Fibonacci numbers with the line that was missing.
int n = nondet();
assume(n >= 0);
int a = 0, b = 1;
int i = 0;
while (i < n) {
  invariant b >= 1; // holds
  invariant a >= 0; // holds
  invariant a <= b; // holds
  invariant b <= i + 1; // false
  decreases n - i; // holds
  a, b = b, a + b;
  i++;
}
assert(a + b >= b); // enough
assert(a < b); // not enough
