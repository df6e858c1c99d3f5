// Each cell twice.
// tier: 2
// expect tiling: certified
int n = nondet();
int a[], b[];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < 2; j++) { b[2 * i + j] = a[i]; }
}
assert(forall x in 0..n: b[2 * x] == a[x] && b[2 * x + 1] == a[x]);
