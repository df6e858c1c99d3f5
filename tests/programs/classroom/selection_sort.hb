// Selection sort; the result is sorted.
// tier: 2
// expect cell2: certified
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i < n; i++) {
  int m = i;
  for (int j = i + 1; j < n; j++) {
    if (a[j] < a[m]) {
      m = j;
    }
  }
  int t = a[i];
  a[i] = a[m];
  a[m] = t;
}
assert(forall x, y: 0 <= x < y < n ==> a[x] <= a[y]);
