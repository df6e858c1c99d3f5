// Several loops compute the same, or parts of one thing.
// tier: 2
// expect method auto: buggy
int n = nondet();
int a[n];
int c = 0, d = 0;
for (int i = 0; i < n; i++) { if (a[i] > 0) { c++; } }
for (int i = 0; i < n; i++) { if (a[i] >= 0) { d++; } }
assert(c == d);
