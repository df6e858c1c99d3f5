// A product with ones and zeros.
// tier: 2
// expect method auto: buggy
int n = nondet();
int p = nondet();
int e[n], v[n];
assume(forall k in 0..n: e[k] == (k == p ? 1 : 0));
int s = 0;
for (int k = 0; k < n; k++) { s += v[k] * e[k]; }
assert(s == v[p]);
