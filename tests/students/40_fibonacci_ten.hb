// Computes the tenth Fibonacci number.
int f[11];
f[0] = 0;
f[1] = 1;
for (int i = 2; i <= 10; i++) {
  f[i] = f[i - 1] + f[i - 2];
}
assert(f[10] == 55);
