// The last loop sets one too low.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int lim = nondet();
int a[];
for (int i = 0; i < n; i++) {
  if (a[5*i+0] < lim + 0) { a[5*i+0] = lim + 0; }
  if (a[5*i+1] < lim + 0) { a[5*i+1] = lim + 0; }
  if (a[5*i+2] < lim + 0) { a[5*i+2] = lim + 0; }
  if (a[5*i+3] < lim + 0) { a[5*i+3] = lim + 0; }
  if (a[5*i+4] < lim + 0) { a[5*i+4] = lim + 0; }
}
for (int i = 0; i < n; i++) {
  if (a[5*i+0] < lim + 1) { a[5*i+0] = lim + 1; }
  if (a[5*i+1] < lim + 1) { a[5*i+1] = lim + 1; }
  if (a[5*i+2] < lim + 1) { a[5*i+2] = lim + 1; }
  if (a[5*i+3] < lim + 1) { a[5*i+3] = lim + 1; }
  if (a[5*i+4] < lim + 1) { a[5*i+4] = lim + 1; }
}
for (int i = 0; i < n; i++) {
  if (a[5*i+0] < lim + 2) { a[5*i+0] = lim + 2; }
  if (a[5*i+1] < lim + 2) { a[5*i+1] = lim + 2; }
  if (a[5*i+2] < lim + 2) { a[5*i+2] = lim + 2; }
  if (a[5*i+3] < lim + 2) { a[5*i+3] = lim + 2; }
  if (a[5*i+4] < lim + 2) { a[5*i+4] = lim + 2; }
}
for (int i = 0; i < n; i++) {
  if (a[5*i+0] < lim + 3) { a[5*i+0] = lim + 3; }
  if (a[5*i+1] < lim + 3) { a[5*i+1] = lim + 3; }
  if (a[5*i+2] < lim + 3) { a[5*i+2] = lim + 3; }
  if (a[5*i+3] < lim + 3) { a[5*i+3] = lim + 3; }
  if (a[5*i+4] < lim + 3) { a[5*i+4] = lim + 3; }
}
for (int i = 0; i < n; i++) {
  if (a[5*i+0] < lim + 4) { a[5*i+0] = lim + 4; }
  if (a[5*i+1] < lim + 4) { a[5*i+1] = lim + 4; }
  if (a[5*i+2] < lim + 4) { a[5*i+2] = lim + 4; }
  if (a[5*i+3] < lim + 4) { a[5*i+3] = lim + 4; }
  if (a[5*i+4] < lim + 4) { a[5*i+4] = lim + 3; }
}
assert(forall k in 0..5*n: a[k] >= lim + 4);
