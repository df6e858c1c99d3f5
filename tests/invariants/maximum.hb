// The largest value of an array that is not empty.
int n = nondet();
assume(n >= 1);
int a[n];
int m = a[0];
int i = 1;
while (i < n) {
  invariant 1 <= i <= n; // holds
  invariant forall k in 0..i: a[k] <= m; // holds
  invariant exists k in 0..i: a[k] == m; // holds
  invariant m >= a[0]; // holds
  if (a[i] > m) m = a[i];
  i++;
}
assert(forall k in 0..n: a[k] <= m); // enough
assert(exists k in 0..n: a[k] == m); // enough
