// Two loops in a row add all cells twice.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
for (int i = 0; i < n; i++) { s += a[i]; }
assert(s == 2 * sum(a, 0, n));
