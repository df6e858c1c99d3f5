// The smallest and the largest value in one walk.
// from: T Example 14, max and min
// tier: 1
// expect cell1: certified
int n = nondet();
assume(n >= 1);
int a[n];
int low = a[0];
int high = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] < low) { low = a[i]; }
  else if (a[i] > high) { high = a[i]; }
}
assert(forall k in 0..n: low <= a[k] <= high);
