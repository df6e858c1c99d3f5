// The value may become smaller.
// from: TI Section 1, the first property named, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int low = nondet();
int a[n];
int v = low;
for (int i = 0; i < n; i++) {
  a[i] = v;
  v = v + nondet(-1, 3);
}
assert(forall k in 0..n: a[k] >= low);
assert(sorted(a, 0, n));
