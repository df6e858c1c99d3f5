// The integer square root, one step at a time.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int r = 0;
while ((r + 1) * (r + 1) <= n) {
  r++;
}
assert(r * r <= n);
assert(n < (r + 1) * (r + 1));
