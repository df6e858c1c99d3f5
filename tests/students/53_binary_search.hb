// Binary search in a sorted array.
int n = nondet();
assume(n > 0);
int a[n];
assume(sorted(a, 0, n));
int x = nondet();
int lo = 0, hi = n - 1, pos = -1;
while (lo <= hi) {
  int mid = (lo + hi) / 2;
  if (a[mid] == x) {
    pos = mid;
    break;
  } else if (a[mid] < x) {
    lo = mid + 1;
  } else {
    hi = mid - 1;
  }
}
if (pos >= 0) {
  assert(a[pos] == x);
} else {
  assert(forall k in 0..n: a[k] != x);
}
