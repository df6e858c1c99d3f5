// Negative values count as zeros.
// tier: 3
// expect instrument: buggy
int a[10];
int zero = 0, other = 0;
for (int i = 0; i < 10; i++) {
  if (a[i] <= 0) { zero++; } else { other++; }
}
assert(zero == count(a, 0, 10, 0));
assert(zero + other == 10);
