// Counts the digits of an array; no count exceeds the length.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
assume(forall k in 0..n: 0 <= a[k] < 10);
int h[10];
for (int d = 0; d < 10; d++) {
  h[d] = 0;
}
for (int i = 0; i < n; i++) {
  h[a[i]]++;
}
assert(forall d in 0..10: 0 <= h[d] <= n);
