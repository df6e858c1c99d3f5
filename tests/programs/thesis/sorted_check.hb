// Compares all neighbours; if none is out of order the array is sorted.
// from: T Example 14, bubble sort, the pass without a change
// tier: 2
// expect cell1: too-weak
// expect cell2: certified
int n = nondet();
int a[n];
bool ok = true;
for (int i = 0; i < n - 1; i++) {
  if (a[i] > a[i + 1]) { ok = false; }
}
assert(ok ==> sorted(a, 0, n));
