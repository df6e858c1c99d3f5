// The second loop starts with what the lines of the first one say.
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i < n) {
  invariant forall k in 0..i: a[k] > 0; // holds
  a[i] = 1;
  i++;
}
int j = i, s = 0;
while (j > 0) {
  invariant j <= n; // not at first
  invariant j >= 0; // holds
  invariant s >= 0; // holds
  invariant s >= n - j; // holds
  j--;
  s += a[j];
}
assert(s >= n); // enough
assert(s == n); // not enough
