// Several loops compute the same, or parts of one thing.
// tier: 2
// expect method auto: certified
int n = nondet();
int a[n];
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
for (int i = n - 1; i >= 0; i--) { s -= a[i]; }
assert(s == 0);
