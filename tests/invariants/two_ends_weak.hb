// The same walk, where nothing says that the indices do not pass each other.
int n = nondet();
assume(n >= 0);
int lo = 0, hi = n;
while (lo != hi) {
  invariant lo <= n; // not kept
  invariant hi >= 0; // not kept
  decreases hi - lo; // not kept
  if (nondet()) lo++; else hi--;
  assert(lo <= hi); // not enough
}
assert(0 <= lo <= n); // enough
