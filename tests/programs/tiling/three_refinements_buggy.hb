// One loop adds 2.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { a[i] = i; }
for (int i = 0; i < n; i++) { a[i] = a[i] + 2; }
for (int i = 0; i < n; i++) { a[i] = a[i] * 2; }
assert(forall k in 0..n: a[k] == 2*k + 2);
