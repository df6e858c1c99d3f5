// Binary search that calls itself: an index that is returned holds the value.
// tier: 2
// expect cell1: certified
int search(int a[], int v, int lo, int hi) {
  if (lo >= hi) return -1;
  int mid = (lo + hi) / 2;
  if (a[mid] == v) return mid;
  if (a[mid] < v) return search(a, v, mid + 1, hi);
  return search(a, v, lo, mid);
}

int n = nondet(0, 100);
int a[n];
int v = nondet();
int i = search(a, v, 0, n);
assert(i >= 0 ==> a[i] == v);
