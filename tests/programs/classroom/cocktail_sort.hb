// Bubbles up and down in turns.
// tier: 2
// expect cell<2: certified
int n = nondet();
int a[n];
int lo = 0;
int hi = n;
while (lo < hi) {
  for (int j = lo; j + 1 < hi; j++) {
    if (a[j] > a[j + 1]) {
      a[j], a[j + 1] = a[j + 1], a[j];
    }
  }
  hi--;
  for (int j = hi - 1; j > lo; j--) {
    if (a[j - 1] > a[j]) {
      a[j - 1], a[j] = a[j], a[j - 1];
    }
  }
  lo++;
}
assert(forall x, y: 0 <= x < y < n ==> a[x] <= a[y]);
