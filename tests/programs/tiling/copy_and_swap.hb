// A copy, and then a swap (TI Fig. 4).
// tier: 2
// expect tiling: certified
int s = nondet();
assume(s > 0);
int a[s], b[s], c[s];
for (int i = 0; i < s; i++) { c[i] = a[i]; }
for (int i = 0; i < s; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }
assert(forall k in 0..s: b[k] == c[k]);
