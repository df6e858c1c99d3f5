// A third array gets the cells of the first and then those of the second.
// from: CM Table 1, append
// tier: 1
// expect cell1: certified
int na = nondet();
int nb = nondet();
assume(na >= 0 && nb >= 0);
int a[na];
int b[nb];
int r[na + nb];
int i = 0;
while (i < na) { r[i] = a[i]; i++; }
i = 0;
while (i < nb) { r[na + i] = b[i]; i++; }
assert(forall k in 0..na: r[k] == a[k]);
assert(forall k in 0..nb: r[na + k] == b[k]);
