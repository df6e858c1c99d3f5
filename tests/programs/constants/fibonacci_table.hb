// tier: 2
// expect method auto: certified
// The eleventh Fibonacci number.
int f[12];
f[0] = 0;
f[1] = 1;
for (int i = 2; i < 12; i++) {
  f[i] = f[i - 1] + f[i - 2];
}
assert(f[11] == 89);
