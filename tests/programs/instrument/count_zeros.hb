// Zeros and other values together are all cells.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int zero = 0, other = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 0) { zero++; } else { other++; }
}
assert(zero == count(a, 0, n, 0));
assert(zero + other == n);
