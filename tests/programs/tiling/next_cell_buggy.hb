// The neighbour's value is one less.
// tier: 2
// expect tiling: buggy
int n = nondet(), t = nondet();
assume(n > 0);
int a[n];
for (int l = 0; l < n; l++) {
  if (l == 0 || l == n - 1) { a[l] = t; }
  else {
    if (a[l] < t) {
      a[l + 1] = a[l] + 1;
      a[l] = a[l - 1] - 1;
    }
  }
}
assert(forall k in 0..n: a[k] >= t);
