// One is set too low.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int lim = nondet();
int a[];
for (int i = 0; i < n; i++) {
  if (a[4*i+0] < lim + 0) { a[4*i+0] = lim + 0; }
  if (a[4*i+1] < lim + 0) { a[4*i+1] = lim - 1; }
  if (a[4*i+2] < lim + 0) { a[4*i+2] = lim + 0; }
  if (a[4*i+3] < lim + 0) { a[4*i+3] = lim + 0; }
}
assert(forall k in 0..4*n: a[k] >= lim + 0);
