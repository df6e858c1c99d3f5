// The old value is overwritten before it is saved.
// from: T Example 14, a variant of copy: swap_ranges, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int olda[] = a;
int oldb[] = b;
for (int i = 0; i < n; i++) {
  a[i] = b[i];
  int t = a[i];
  b[i] = t;
}
assert(forall k in 0..n: a[k] == oldb[k]);
assert(forall k in 0..n: b[k] == olda[k]);
