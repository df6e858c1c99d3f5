// The second loop begins at 1.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n], b[n];
int i = 0;
while (i < n) { b[i] = a[i]; i++; }
i = 1;
while (i < n) { b[i] = b[i] + 1; i++; }
assert(forall k in 0..n: b[k] == a[k] + 1);
