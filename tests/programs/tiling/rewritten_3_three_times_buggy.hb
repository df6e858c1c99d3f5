// The last loop sets one too low.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int lim = nondet();
int a[];
for (int i = 0; i < n; i++) {
  if (a[3*i+0] < lim + 0) { a[3*i+0] = lim + 0; }
  if (a[3*i+1] < lim + 0) { a[3*i+1] = lim + 0; }
  if (a[3*i+2] < lim + 0) { a[3*i+2] = lim + 0; }
}
for (int i = 0; i < n; i++) {
  if (a[3*i+0] < lim + 1) { a[3*i+0] = lim + 1; }
  if (a[3*i+1] < lim + 1) { a[3*i+1] = lim + 1; }
  if (a[3*i+2] < lim + 1) { a[3*i+2] = lim + 1; }
}
for (int i = 0; i < n; i++) {
  if (a[3*i+0] < lim + 2) { a[3*i+0] = lim + 2; }
  if (a[3*i+1] < lim + 2) { a[3*i+1] = lim + 1; }
  if (a[3*i+2] < lim + 2) { a[3*i+2] = lim + 2; }
}
assert(forall k in 0..3*n: a[k] >= lim + 2);
