// For each cell there is another one.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n - 1; i++) { b[i] = a[i + 1]; }
b[n - 1] = a[0];
assert(forall k in 0..n: exists j in 0..n: b[j] == a[k]);
