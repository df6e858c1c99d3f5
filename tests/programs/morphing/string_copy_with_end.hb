// Copies a string together with the 0 that ends it.
// from: CM Table 1, strcpy
// tier: 1
// expect cell1: certified
int src[];
int dst[];
int i = 0;
while (src[i] != 0) { dst[i] = src[i]; i++; }
dst[i] = 0;
assert(forall k: 0 <= k <= i ==> dst[k] == src[k]);
assert(forall k in 0..i: dst[k] != 0);
