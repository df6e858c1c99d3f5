// One pass of bubble sort brings the largest value to the end.
int n = nondet();
assume(n >= 1);
int a[n];
int i = 0;
while (i + 1 < n) {
  invariant 0 <= i < n; // holds
  invariant forall k in 0..i + 1: a[k] <= a[i]; // holds
  invariant forall k in i + 1..n: a[k] == before(a[k]); // holds
  invariant forall k in 0..i: a[k] == before(a[k]); // false
  decreases n - i; // holds
  if (a[i] > a[i + 1]) { a[i], a[i + 1] = a[i + 1], a[i]; }
  i++;
}
assert(forall k in 0..n: a[k] <= a[n - 1]); // enough
