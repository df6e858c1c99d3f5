// Two cells in each round are capped by the number of the round.
// from: TI Table 1, skipped
// tier: 3
// expect cell1: certified
int n = nondet();
int a[n];
assume(n % 2 == 0);
for (int i = 1; i <= n / 2; i++) {
  if (a[2 * i - 2] > i) { a[2 * i - 2] = i; }
  if (a[2 * i - 1] > i) { a[2 * i - 1] = i; }
}
assert(forall k in 0..n: a[k] <= k / 2 + 1);
