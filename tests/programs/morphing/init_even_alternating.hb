// Even cells get 0, odd cells get 1.
// from: CM Table 1, initeven
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int i = 0;
while (i < n) {
  if (i % 2 == 0) { a[i] = 0; } else { a[i] = 1; }
  i++;
}
assert(forall k in 0..n: a[k] == k % 2);
