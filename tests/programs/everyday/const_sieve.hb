// Only constants.
// tier: 2
// expect method auto: certified
bool c[31];
for (int i = 0; i < 31; i++) { c[i] = false; }
for (int p = 2; p * p < 31; p++) { if (!c[p]) { for (int m = p * p; m < 31; m += p) { c[m] = true; } } }
assert(!c[29] && !c[23] && c[25] && c[27]);
