// One copy adds something.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a0[n], a1[n], a2[n], a3[n], a4[n];
for (int i = 0; i < n; i++) { a1[i] = a0[i]; }
for (int i = 0; i < n; i++) { a2[i] = a1[i]; }
for (int i = 0; i < n; i++) { a3[i] = a2[i] + a4[i]; }
for (int i = 0; i < n; i++) { a4[i] = a3[i]; }
assert(forall k in 0..n: a4[k] == a0[k]);
