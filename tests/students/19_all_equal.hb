// Checks if all cells are the same.
int n = nondet();
assume(n > 0);
int a[n];
bool same = true;
for (int i = 1; i < n; i++) {
  if (a[i] != a[i - 1]) {
    same = false;
  }
}
if (same) {
  assert(forall k in 0..n: a[k] == a[0]);
}
