// Only every second pair is compared.
// from: T Example 14, bubble sort, the pass without a change, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
bool ok = true;
for (int i = 0; i < n - 1; i += 2) {
  if (a[i] > a[i + 1]) { ok = false; }
}
assert(ok ==> sorted(a, 0, n));
