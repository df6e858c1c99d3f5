// Stops at the first 0, or at the end.
// from: CM Table 1, strlen, with a bound
// tier: 1
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int s[n];
int i = 0;
while (i < n && s[i] != 0) { i++; }
assert(0 <= i <= n);
assert(forall k in 0..i: s[k] != 0);
assert(i < n ==> s[i] == 0);
