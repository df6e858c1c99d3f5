// The smaller cells are copied to the front, not exchanged.
// from: T Example 14, quick sort, another partition, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int pivot = nondet();
int a[n];
int j = 0;
for (int i = 0; i < n; i++) {
  if (a[i] <= pivot) { a[j] = a[i]; j++; }
}
assert(forall k in 0..j: a[k] <= pivot);
assert(forall k in j..n: a[k] > pivot);
