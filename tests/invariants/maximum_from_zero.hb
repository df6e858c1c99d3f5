// A wrong maximum that starts with 0, and with claims that are off by one.
int n = nondet();
assume(n >= 1);
int a[n];
int m = 0;
for (int i = 0; i < n; i++) {
  invariant i <= n; // holds
  invariant exists k in 0..i: a[k] == m; // not at first
  invariant forall k in 0..i + 1: a[k] <= m; // not at first
  invariant m >= 0; // holds
  if (a[i] > m) { m = a[i]; }
}
assert(exists k in 0..n: a[k] == m); // enough
assert(m >= 0); // enough
assert(m > 0); // not enough
