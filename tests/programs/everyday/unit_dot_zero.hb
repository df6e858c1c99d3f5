// A product with ones and zeros.
// tier: 2
// expect method auto: certified
int n = nondet();
int z[n], v[n];
for (int i = 0; i < n; i++) { z[i] = 0; }
int s = 0;
for (int k = 0; k < n; k++) { s += v[k] * z[k]; }
assert(s == 0);
