// The largest value, by the word for it.
int n = nondet(1, 1000);
int a[n];
int m = a[0];
int i = 1;
while (i < n) {
  invariant 1 <= i <= n; // holds
  invariant m == max(a, 0, i); // holds
  invariant m >= min(a, 0, i); // holds
  invariant m == max(a, 0, n); // not at first
  if (a[i] > m) m = a[i];
  i++;
}
assert(m == max(a, 0, n)); // enough
assert(forall k in 0..n: a[k] <= m); // enough
