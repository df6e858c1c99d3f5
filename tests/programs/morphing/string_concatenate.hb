// Walks to the end of one string and copies another one there.
// from: CM Table 1, strlen and strcpy
// tier: 2
// expect cell1: certified
int s[];
int t[];
int old[] = s;
int i = 0;
while (s[i] != 0) { i++; }
int j = 0;
while (t[j] != 0) { s[i + j] = t[j]; j++; }
s[i + j] = 0;
assert(forall k in 0..i: s[k] == old[k]);
assert(forall k in 0..j: s[i + k] == t[k]);
assert(s[i + j] == 0);
