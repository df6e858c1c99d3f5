// The fifth copy adds 1.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a0[n], a1[n], a2[n], a3[n], a4[n], a5[n], a6[n], a7[n], a8[n], a9[n];
for (int i = 0; i < n; i++) { a1[i] = a0[i]; }
for (int i = 0; i < n; i++) { a2[i] = a1[i]; }
for (int i = 0; i < n; i++) { a3[i] = a2[i]; }
for (int i = 0; i < n; i++) { a4[i] = a3[i]; }
for (int i = 0; i < n; i++) { a5[i] = a4[i] + 1; }
for (int i = 0; i < n; i++) { a6[i] = a5[i]; }
for (int i = 0; i < n; i++) { a7[i] = a6[i]; }
for (int i = 0; i < n; i++) { a8[i] = a7[i]; }
for (int i = 0; i < n; i++) { a9[i] = a8[i]; }
assert(forall k in 0..n: a9[k] == a0[k]);
