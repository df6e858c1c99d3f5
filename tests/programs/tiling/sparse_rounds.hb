// Only rounds with an even number write, and the cell is twice as far.
// from: TI Table 1, skipped, with whole rounds left out
// tier: 3
// expect cell1: certified
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  if (i % 2 == 0) { a[2 * i] = i; }
}
assert(forall k: 0 <= k < 2 * n && k % 4 == 0 ==> a[k] == k / 2);
