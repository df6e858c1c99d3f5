// The 0 at the end is not copied.
// from: CM Table 1, strcpy, changed
// tier: 1
// expect cell1: buggy
int src[];
int dst[];
int i = 0;
while (src[i] != 0) { dst[i] = src[i]; i++; }
assert(forall k: 0 <= k <= i ==> dst[k] == src[k]);
assert(forall k in 0..i: dst[k] != 0);
