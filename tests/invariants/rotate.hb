// Rotate an array to the left by one.
int n = nondet();
assume(n >= 1);
int a[n];
int orig[] = a;
int t = a[0];
for (int i = 0; i < n - 1; i++) {
  invariant forall k in 0..i: a[k] == orig[k + 1]; // holds
  invariant forall k in i..n: a[k] == orig[k]; // holds
  invariant t == orig[0]; // holds
  invariant i == 0 || a[i] == a[i - 1]; // holds
  a[i] = a[i + 1];
}
a[n - 1] = t;
assert(forall k in 0..n - 1: a[k] == orig[k + 1]); // enough
assert(a[n - 1] == orig[0]); // enough
