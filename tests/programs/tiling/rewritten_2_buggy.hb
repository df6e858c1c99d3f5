// One is set too low.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int lim = nondet();
int a[];
for (int i = 0; i < n; i++) {
  if (a[2*i+0] < lim + 0) { a[2*i+0] = lim + 0; }
  if (a[2*i+1] < lim + 0) { a[2*i+1] = lim - 1; }
}
assert(forall k in 0..2*n: a[k] >= lim + 0);
