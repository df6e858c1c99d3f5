// The place of the largest value.
int n = nondet();
assume(n >= 1);
int a[n];
int p = 0;
for (int i = 1; i < n; i++) {
  invariant 0 <= p < i; // holds
  invariant forall k in 0..i: a[k] <= a[p]; // holds
  invariant a[0] <= a[p]; // holds
  invariant p == 0; // false
  invariant i <= n; // holds
  if (a[i] > a[p]) p = i;
}
assert(0 <= p < n); // enough
assert(forall k in 0..n: a[k] <= a[p]); // enough
