// Binary search whose upper half starts one too late.
// tier: 2
// expect cell2: buggy
int n = nondet(0, 20);
int x = nondet();
int a[n];
assume(forall i, j: 0 <= i < j < n ==> a[i] <= a[j]);
int lo = 0;
int hi = n - 1;
bool found = false;
while (lo < hi && !found) {
  int mid = (lo + hi) / 2;
  if (a[mid] == x) {
    found = true;
  } else if (a[mid] < x) {
    lo = mid + 1;
  } else {
    hi = mid - 1;
  }
}
assert(!found ==> (forall k in 0..n: a[k] != x));
