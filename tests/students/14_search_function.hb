// Looks for a value in a function with an early return.
int find(int a[], int n, int x) {
  for (int i = 0; i < n; i++) {
    if (a[i] == x) return i;
  }
  return -1;
}

int n = nondet();
assume(n > 0);
int a[n];
int x = nondet();
int p = find(a, n, x);
if (p >= 0) {
  assert(p < n && a[p] == x);
} else {
  assert(forall k in 0..n: a[k] != x);
}
