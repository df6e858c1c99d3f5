int largest(int a[], int lo, int hi) {
  if (hi - lo <= 1) return a[lo];
  int mid = (lo + hi) / 2;
  int left = largest(a, lo, mid);
  int right = largest(a, mid, hi);
  return left > right ? left : right;
}
int n = nondet(1, 1000);
int a[n];
int m = largest(a, 0, n);
assert(forall k in 0..n: a[k] <= m);
