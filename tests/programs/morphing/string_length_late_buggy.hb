// The first cell is not looked at.
// from: CM Table 1, strlen, changed
// tier: 1
// expect cell1: buggy
int s[];
int i = 1;
while (s[i] != 0) { i++; }
assert(s[i] == 0);
assert(forall k in 0..i: s[k] != 0);
