// Claims that prefix sums are positive, though cells may be zero.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int a[n];
int s[n + 1];
assume(forall k in 0..n: a[k] >= 0);
s[0] = 0;
for (int i = 0; i < n; i++) {
  s[i + 1] = s[i] + a[i];
}
assert(forall k in 1..n + 1: s[k] > 0);
