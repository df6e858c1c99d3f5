// The condition of a loop asks for a square.
// tier: 2
// expect instrument: certified
int n = nondet();
assume(n >= 0);
int k = 0;
for (int i = 0; i < n * n; i++) { k++; }
assert(k == n * n);
