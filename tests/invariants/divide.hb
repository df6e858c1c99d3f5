// Divide by subtracting.
int x = nondet(), y = nondet();
assume(x >= 0 && y > 0);
int q = 0, r = x;
while (r >= y) {
  invariant x == q * y + r; // holds
  invariant 0 <= r; // holds
  invariant q >= 0; // holds
  invariant q <= x; // holds
  decreases r; // holds
  r -= y;
  q++;
}
assert(x == q * y + r); // enough
assert(0 <= r < y); // enough
assert(x / y == q); // enough
