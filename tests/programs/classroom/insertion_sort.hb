// Insertion sort; larger cells move up until the place is found.
// tier: 2
// expect cell2: certified
int n = nondet();
int a[n];
for (int i = 1; i < n; i++) {
  int key = a[i];
  int j = i - 1;
  while (j >= 0 && a[j] > key) {
    a[j + 1] = a[j];
    j--;
  }
  a[j + 1] = key;
}
assert(forall x, y: 0 <= x < y < n ==> a[x] <= a[y]);
