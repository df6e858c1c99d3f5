// Write from the right end to the left end.
int n = nondet();
assume(n >= 1);
int a[n];
int i = n;
while (i > 0) {
  invariant i <= n; // holds
  invariant !(i < 0); // holds
  invariant forall k in i..n: a[k] == k; // holds
  invariant forall k in i - 1..n: a[k] == k; // not at first
  decreases i; // holds
  i--;
  a[i] = i;
}
assert(forall k in 0..n: a[k] == k); // enough
