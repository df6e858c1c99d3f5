// Insertion sort whose inner loop never looks at cell 0.
// tier: 2
// expect cell2: buggy
int n = nondet();
int a[n];
for (int i = 1; i < n; i++) {
  int key = a[i];
  int j = i - 1;
  while (j > 0 && a[j] > key) {
    a[j + 1] = a[j];
    j--;
  }
  a[j + 1] = key;
}
assert(forall x, y: 0 <= x < y < n ==> a[x] <= a[y]);
