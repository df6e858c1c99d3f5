// Claims that the root is never exact.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 10);
int r = 0;
while ((r + 1) * (r + 1) <= n) {
  r++;
}
assert((r + 1) * (r + 1) > n);
assert(r * r < n);
