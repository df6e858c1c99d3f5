// The largest value starts with the last cell, so the first one may be forgotten.
// from: T Example 14, max and min, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int low = a[0];
int high = a[n - 1];
for (int i = 1; i < n; i++) {
  if (a[i] < low) { low = a[i]; }
  else if (a[i] > high) { high = a[i]; }
}
assert(forall k in 0..n: low <= a[k] <= high);
