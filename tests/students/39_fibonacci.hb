// Makes a table of Fibonacci numbers.
int n = nondet();
assume(n > 2);
int f[n];
f[0] = 0;
f[1] = 1;
for (int i = 2; i < n; i++) {
  f[i] = f[i - 1] + f[i - 2];
}
assert(forall k in 2..n: f[k] == f[k - 1] + f[k - 2]);
