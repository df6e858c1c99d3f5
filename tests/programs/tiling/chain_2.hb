// Two copies in a row.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a0[n], a1[n], a2[n];
for (int i = 0; i < n; i++) { a1[i] = a0[i]; }
for (int i = 0; i < n; i++) { a2[i] = a1[i]; }
assert(forall k in 0..n: a2[k] == a0[k]);
