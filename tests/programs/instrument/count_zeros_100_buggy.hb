// The first cell is in neither number.
// tier: 3
// expect instrument: buggy
int a[100];
int zero = 0, other = 0;
for (int i = 1; i < 100; i++) {
  if (a[i] == 0) { zero++; } else { other++; }
}
assert(zero == count(a, 0, 100, 0));
assert(zero + other == 100);
