// Binary search in a sorted array: if it fails then the value is not there.
// tier: 2
// expect cell2: certified
int n = nondet();
int x = nondet();
assume(n >= 0);
int a[n];
assume(forall i, j: 0 <= i < j < n ==> a[i] <= a[j]);
int lo = 0;
int hi = n;
bool found = false;
while (lo < hi && !found) {
  int mid = (lo + hi) / 2;
  if (a[mid] == x) {
    found = true;
  } else if (a[mid] < x) {
    lo = mid + 1;
  } else {
    hi = mid;
  }
}
assert(!found ==> (forall k in 0..n: a[k] != x));
