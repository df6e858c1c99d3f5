// Partition that steps on after the swap without looking at the new value.
// tier: 2
// expect cell1: buggy
int n = nondet();
int pivot = nondet();
assume(n >= 0);
int a[n];
int l = 0;
int r = n;
while (l < r) {
  if (a[l] >= pivot) {
    r--;
    a[l], a[r] = a[r], a[l];
  }
  l++;
}
assert(forall k in 0..r: a[k] < pivot);
