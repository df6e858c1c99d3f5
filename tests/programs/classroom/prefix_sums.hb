// Prefix sums; neighbours differ by the cell between.
// tier: 2
// expect cell2: certified
int n = nondet();
int a[n];
int s[n + 1];
s[0] = 0;
for (int i = 0; i < n; i++) {
  s[i + 1] = s[i] + a[i];
}
assert(s[0] == 0);
assert(forall k in 0..n: s[k + 1] - s[k] == a[k]);
