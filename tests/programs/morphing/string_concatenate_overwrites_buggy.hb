// The second string begins one cell too early.
// from: CM Table 1, strlen and strcpy, changed
// tier: 2
// expect cell1: buggy
int s[];
int t[];
int old[] = s;
int i = 0;
while (s[i] != 0) { i++; }
int j = 0;
while (t[j] != 0) { s[i + j - 1] = t[j]; j++; }
s[i + j] = 0;
assert(forall k in 0..i: s[k] == old[k]);
assert(forall k in 0..j: s[i + k] == t[k]);
assert(s[i + j] == 0);
