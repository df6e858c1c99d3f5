// Five cells in each round, one value or another.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[], b[];
for (int i = 0; i < n; i++) {
  if (b[5*i+0] > 0) { a[5*i+0] = 1; } else { a[5*i+0] = 0; }
  if (b[5*i+1] > 0) { a[5*i+1] = 1; } else { a[5*i+1] = 0; }
  if (b[5*i+2] > 0) { a[5*i+2] = 1; } else { a[5*i+2] = 0; }
  if (b[5*i+3] > 0) { a[5*i+3] = 1; } else { a[5*i+3] = 0; }
  if (b[5*i+4] > 0) { a[5*i+4] = 1; } else { a[5*i+4] = 0; }
}
assert(forall k in 0..5*n: a[k] == 0 || a[k] == 1);
