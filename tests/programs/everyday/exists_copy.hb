// For each cell there is another one.
// tier: 2
// expect method auto: certified
int n = nondet();
int a[n], b[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
assert(forall k in 0..n: exists j in 0..n: b[k] == a[j]);
