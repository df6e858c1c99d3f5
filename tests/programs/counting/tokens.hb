// Three counters hand on what they have.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int p = n;
int q = 0;
int r = 0;
while (p + q > 0) {
  if (p > 0) { p--; q++; } else { q--; r++; }
}
assert(r == n);
