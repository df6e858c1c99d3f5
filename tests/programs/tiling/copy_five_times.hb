// Five copies, each of the one before.
// from: TI Table 1, copy9 with five loops
// tier: 3
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int c[n];
int d[n];
int e[n];
int f[n];
for (int i = 0; i < n; i++) { b[i] = a[i]; }
for (int i = 0; i < n; i++) { c[i] = b[i]; }
for (int i = 0; i < n; i++) { d[i] = c[i]; }
for (int i = 0; i < n; i++) { e[i] = d[i]; }
for (int i = 0; i < n; i++) { f[i] = e[i]; }
assert(forall k in 0..n: f[k] == a[k]);
