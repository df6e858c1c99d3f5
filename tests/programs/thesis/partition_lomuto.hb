// Smaller cells are exchanged to the front while one index walks through.
// from: T Example 14, quick sort, another partition
// tier: 2
// expect cell1: certified
int n = nondet();
int pivot = nondet();
int a[n];
int j = 0;
for (int i = 0; i < n; i++) {
  if (a[i] <= pivot) { a[i], a[j] = a[j], a[i]; j++; }
}
assert(forall k in 0..j: a[k] <= pivot);
assert(forall k in j..n: a[k] > pivot);
