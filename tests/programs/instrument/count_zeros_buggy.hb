// Only one zero is counted.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int zero = 0, other = 0;
for (int i = 0; i < n; i++) {
  if (a[i] == 0) { zero = 1; } else { other++; }
}
assert(zero == count(a, 0, n, 0));
assert(zero + other == n);
