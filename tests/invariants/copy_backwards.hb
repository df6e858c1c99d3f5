// Copy an array into another one from right to left.
int n = nondet();
assume(n >= 1);
int a[n], b[n];
for (int i = n - 1; i >= 0; i--)
  invariant !(i >= n); // holds
  invariant i + 1 >= 0; // holds
  invariant forall k in i + 1..n: b[n - 1 - k] == a[k]; // holds
  invariant b[n - 1] == a[0]; // not at first
  decreases i + 1; // holds
{
  b[n - 1 - i] = a[i];
}
assert(forall k in 0..n: b[n - 1 - k] == a[k]); // enough
assert(forall k in 0..n: b[k] == a[n - 1 - k]); // enough
