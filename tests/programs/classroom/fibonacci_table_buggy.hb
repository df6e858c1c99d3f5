// The same with another sum.
// tier: 2
// expect cell<3: buggy
// The loop starts one cell too late.
int n = nondet(2, 100);
int f[n];
f[0] = 1;
f[1] = 1;
for (int i = 3; i < n; i++) {
  f[i] = f[i - 1] + f[i - 2];
}
assert(forall k in 2..n: f[k] == f[k - 1] + f[k - 2]);
