// Every second cell is left out.
// from: CM Table 1, strlen, changed
// tier: 1
// expect cell1: buggy
int s[];
int i = 0;
while (s[i] != 0) { i = i + 2; }
assert(s[i] == 0);
assert(forall k in 0..i: s[k] != 0);
