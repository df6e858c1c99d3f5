// Makes a table of squares without multiplication.
int n = nondet();
assume(n > 0);
int a[n];
int sq = 0;
int odd = 1;
for (int i = 0; i < n; i++) {
  a[i] = sq;
  sq += odd;
  odd += 2;
}
assert(sq == n * n);
assert(forall k in 0..n: a[k] == k * k);
