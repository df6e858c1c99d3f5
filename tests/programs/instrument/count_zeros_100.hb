// Zeros and other values together are all cells.
// tier: 3
// expect instrument: certified
int a[100];
int zero = 0, other = 0;
for (int i = 0; i < 100; i++) {
  if (a[i] == 0) { zero++; } else { other++; }
}
assert(zero == count(a, 0, 100, 0));
assert(zero + other == 100);
