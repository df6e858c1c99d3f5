// Two indices that move towards each other until they meet.
int n = nondet();
assume(n >= 0);
int lo = 0, hi = n;
while (lo != hi) {
  invariant lo <= hi; // holds
  invariant 0 <= lo && n >= hi; // holds
  invariant lo + hi <= 2 * n; // holds
  invariant lo + hi == n; // false
  decreases hi - lo; // holds
  if (nondet()) lo++; else hi--;
}
assert(0 <= lo <= n); // enough
assert(2 * lo == n); // enough
