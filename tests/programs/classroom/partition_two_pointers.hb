// Partition with a pointer from each end.
// tier: 2
// expect cell1: certified
int n = nondet();
int pivot = nondet();
assume(n >= 0);
int a[n];
int l = 0;
int r = n;
while (l < r) {
  if (a[l] < pivot) {
    l++;
  } else {
    r--;
    a[l], a[r] = a[r], a[l];
  }
}
assert(forall k in 0..l: a[k] < pivot);
assert(forall k in l..n: a[k] >= pivot);
