// For each cell there is another one.
// tier: 2
// expect method auto: certified
int n = nondet();
int a[n], b[n];
int m = 0;
for (int i = 0; i < n; i++) { if (a[i] > 0) { b[m] = a[i]; m++; } }
assert(forall k in 0..m: exists j in 0..n: b[k] == a[j]);
