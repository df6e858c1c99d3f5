int n = nondet();
int v = nondet();
int a[n];
assume(forall j, k: 0 <= j && j < k && k < n ==> a[j] <= a[k]);
int lo = 0;
int hi = n - 1;
int found = -1;
while (lo <= hi && found == -1) {
  int mid = (lo + hi) / 2;
  if (a[mid] < v)      { lo = mid + 1; }
  else if (a[mid] > v) { hi = mid - 1; }
  else                 { found = mid; }
}
assert(found == -1 || a[found] == v);
assert(found != -1 || (forall k: 0 <= k && k < n ==> a[k] != v));
