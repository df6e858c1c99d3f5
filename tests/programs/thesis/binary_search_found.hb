// What binary search finds is the value, in any array.
// from: T Example 14, binary search
// tier: 2
// expect cell1: certified
int n = nondet();
int v = nondet();
int a[n];
int lo = 0;
int hi = n - 1;
int found = -1;
while (lo <= hi && found == -1) {
  int mid = (lo + hi) / 2;
  if (a[mid] < v)      { lo = mid + 1; }
  else if (a[mid] > v) { hi = mid - 1; }
  else                 { found = mid; }
}
assert(found == -1 || 0 <= found < n && a[found] == v);
