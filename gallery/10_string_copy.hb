// Copies up to, not including, the first 0.
int src[];
int dst[];
int i = 0;
while (src[i] != 0) {
  dst[i] = src[i];
  i++;
}
assert(forall k in 0..i: dst[k] == src[k]);
assert(forall k in 0..i: dst[k] != 0);
