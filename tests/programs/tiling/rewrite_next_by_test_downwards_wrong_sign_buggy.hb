// Small cells are raised to one below the bound.
// from: TI Table 1, rewnifrev, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int low = nondet();
int a[];
for (int i = n - 1; i >= 0; i--) {
  if (i >= 1 && a[i - 1] < low) { a[i - 1] = low - 2; }
  if (a[i] < low) { a[i] = low - 1; }
}
assert(forall k in 0..n: a[k] >= low);
