// Copies to a place that is two cells higher.
// from: TI Table 1, cpy, with an offset
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int b[];
for (int i = 0; i < n; i++) { b[i + 2] = a[i]; }
assert(forall k: 2 <= k < n + 2 ==> b[k] == a[k - 2]);
