// The same partition with too few bounds.
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0, j = n - 1;
while (i <= j) {
  invariant forall k in 0..i: a[k] < 0; // holds
  invariant i <= n; // holds
  invariant i < n; // not at first
  invariant j >= -1; // not kept
  if (a[i] < 0) { i++; } else {
    a[i], a[j] = a[j], a[i];
    j--;
  }
}
assert(forall k in 0..j + 1: a[k] < 0); // enough
assert(i == j + 1); // not enough
