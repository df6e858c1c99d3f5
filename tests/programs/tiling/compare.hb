// Two arrays are compared.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n], b[n];
bool eq = true;
for (int i = 0; i < n; i++) { if (a[i] != b[i]) { eq = false; } }
assert(eq ==> forall k in 0..n: a[k] == b[k]);
