// Filled from the back with an index counted from the front.
// from: TI Table 1, revrefill
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[n - 1 - i] = i; }
assert(forall k in 0..n: a[k] == n - 1 - k);
