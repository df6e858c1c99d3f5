// Few inputs.
// tier: 2
// expect method auto: certified
int x = nondet(0, 4), n = nondet(0, 5);
int p = 1;
for (int i = 0; i < n; i++) { p = p * x; }
assert(p <= 81);
