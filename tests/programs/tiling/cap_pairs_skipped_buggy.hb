// The second cell is capped by the length only.
// from: TI Table 1, skipped, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[n];
assume(n % 2 == 0);
for (int i = 1; i <= n / 2; i++) {
  if (a[2 * i - 2] > i) { a[2 * i - 2] = i; }
  if (a[2 * i - 1] > n) { a[2 * i - 1] = n; }
}
assert(forall k in 0..n: a[k] <= k / 2 + 1);
