// The maximum starts with 0, which is wrong for negative cells.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n > 0);
int a[n];
int best = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > best) {
    best = a[i];
  }
}
assert(forall k in 0..n: a[k] <= best);
assert(exists k in 0..n: a[k] == best);
