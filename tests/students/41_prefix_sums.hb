// Makes the prefix sums of an array.
int n = nondet();
assume(n > 0);
int a[n], p[n + 1];
p[0] = 0;
for (int i = 0; i < n; i++) {
  p[i + 1] = p[i] + a[i];
}
assert(p[0] == 0);
assert(forall k in 0..n: p[k + 1] == p[k] + a[k]);
