// tier: 2
// expect method auto: buggy
// The table begins with two ones, so its last number is the next one.
int f[12];
f[0] = 1;
f[1] = 1;
for (int i = 2; i < 12; i++) {
  f[i] = f[i - 1] + f[i - 2];
}
assert(f[11] == 89);
