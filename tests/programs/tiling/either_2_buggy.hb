// One is 2.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[], b[];
for (int i = 0; i < n; i++) {
  if (b[2*i+0] > 0) { a[2*i+0] = 1; } else { a[2*i+0] = 0; }
  if (b[2*i+1] > 0) { a[2*i+1] = 1; } else { a[2*i+1] = 2; }
}
assert(forall k in 0..2*n: a[k] == 0 || a[k] == 1);
