// The strings need not have the same length.
// from: TI Table 1, nec40t, changed
// tier: 1
// expect cell1: buggy
int s[];
int t[];
int i = 0;
while (s[i] != 0 && t[i] != 0) { i++; }
assert(s[i] == 0 && t[i] == 0);
assert(forall k in 0..i: s[k] != 0 && t[k] != 0);
