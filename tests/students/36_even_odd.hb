// Even cells become 0, odd cells become 1.
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  if (i % 2 == 0) {
    a[i] = 0;
  } else {
    a[i] = 1;
  }
}
assert(forall k in 0..n: a[k] == k % 2);
