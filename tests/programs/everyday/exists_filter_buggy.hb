// For each cell there is another one.
// tier: 2
// expect method auto: buggy
int n = nondet();
int a[n], b[n];
int m = 0;
for (int i = 0; i < n; i++) { if (a[i] > 0) { b[m] = a[i]; m++; } }
assert(forall k in 0..n: exists j in 0..m: b[j] == a[k]);
