// Linear search that leaves the loop by break.
int n = nondet(), x = nondet();
assume(n >= 1);
int a[n];
int i = 0;
while (i < n) {
  invariant 0 <= i; // holds
  invariant forall k in 0..i: a[k] != x; // holds
  invariant i < n; // false
  if (a[i] == x) break;
  i++;
}
assert(i < n ==> a[i] == x); // enough
assert(i >= n ==> forall k in 0..n: a[k] != x); // enough
