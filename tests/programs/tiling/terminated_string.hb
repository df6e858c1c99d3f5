// Two strings are walked to their ends.
// from: TI Table 1, nec40t
// tier: 1
// expect cell1: certified
int s[];
int t[];
int i = 0;
while (s[i] != 0 && t[i] != 0) { i++; }
assert(s[i] == 0 || t[i] == 0);
assert(forall k in 0..i: s[k] != 0 && t[k] != 0);
