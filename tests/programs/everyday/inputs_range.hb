// Few inputs.
// tier: 2
// expect method auto: certified
int n = nondet(0, 6);
int f = 1;
for (int i = 2; i <= n; i++) { f = f * i; }
assert(f <= 120);
