// Fill the first n cells with one value.
int n = nondet(), v = nondet();
assume(n >= 0);
int a[n];
int i = 0;
while (i < n) {
  invariant 0 <= i; // holds
  invariant i < n + 1; // holds
  invariant forall k in 0..i: a[k] == v; // holds
  decreases n - i; // holds
  a[i] = v;
  i++;
}
assert(i == n); // enough
assert(forall k in 0..n: a[k] == v); // enough
