// The second array begins one cell too early.
// from: CM Table 1, append, changed
// tier: 1
// expect cell1: buggy
int na = nondet();
int nb = nondet();
assume(na >= 0 && nb >= 0);
int a[na];
int b[nb];
int r[na + nb];
int i = 0;
while (i < na) { r[i] = a[i]; i++; }
i = 0;
while (i < nb) { r[na - 1 + i] = b[i]; i++; }
assert(forall k in 0..na: r[k] == a[k]);
assert(forall k in 0..nb: r[na + k] == b[k]);
