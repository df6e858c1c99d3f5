// The cells of the rounds that are left out are claimed too.
// from: TI Table 1, skipped, with whole rounds left out, changed
// tier: 3
// expect cell1: buggy
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  if (i % 2 == 0) { a[2 * i] = i; }
}
assert(forall k: 0 <= k < 2 * n && k % 2 == 0 ==> a[k] == k / 2);
