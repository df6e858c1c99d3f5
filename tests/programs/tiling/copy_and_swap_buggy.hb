// The copy is of the other array.
// tier: 2
// expect tiling: buggy
int s = nondet();
assume(s > 0);
int a[s], b[s], c[s];
for (int i = 0; i < s; i++) { c[i] = b[i]; }
for (int i = 0; i < s; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }
assert(forall k in 0..s: b[k] == c[k]);
