// The next cell is claimed as well.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i;
  assert(forall k in 0..i + 2: a[k] == k);
}
