// Two loops fill two halves, and only the first half is remembered.
int n = nondet(), m = nondet();
assume(0 <= m && m <= n);
int a[n];
for (int i = 0; i < m; i++) {
  invariant i <= m; // holds
  invariant forall k in 0..i: a[k] == 1; // holds
  a[i] = 1;
}
for (int j = m; j < n; j++)
  invariant m <= j <= n; // holds
  invariant forall k in m..j: a[k] == 2; // holds
{
  a[j] = 2;
}
assert(forall k in m..n: a[k] == 2); // enough
assert(forall k in 0..m: a[k] == 1); // not enough
