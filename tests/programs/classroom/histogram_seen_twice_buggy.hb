// Claims that no value can be counted more than once.
// tier: 2
// expect cell1: buggy
int n = nondet(0, 10);
int a[n];
assume(forall k in 0..n: 0 <= a[k] < 10);
int h[] = const_array(0);
for (int i = 0; i < n; i++) {
  h[a[i]] = h[a[i]] + 1;
}
assert(forall d in 0..10: h[d] <= 1);
