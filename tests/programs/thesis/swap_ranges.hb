// Exchanges the cells of two arrays one by one.
// from: T Example 14, a variant of copy: swap_ranges
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int olda[] = a;
int oldb[] = b;
for (int i = 0; i < n; i++) {
  int t = a[i];
  a[i] = b[i];
  b[i] = t;
}
assert(forall k in 0..n: a[k] == oldb[k]);
assert(forall k in 0..n: b[k] == olda[k]);
