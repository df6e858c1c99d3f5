// The same loop without the lower bound for n, and with claims about its beginning.
int n = nondet();
int x = 0, y = 0;
do {
  invariant x <= n; // not at first
  invariant x >= before(x); // holds
  invariant y == 2 * x; // holds
  invariant x == 0 || y > 0; // holds
  decreases n - x; // holds
  x++;
  y += 2;
} while (x < n);
assert(y == 2 * x); // enough
assert(x > 0); // enough
