// Only the last cell decides.
// from: TI Table 1, find, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int v = nondet();
int a[n];
bool seen = false;
for (int i = 0; i < n; i++) {
  seen = a[i] == v;
}
assert(seen || (forall k in 0..n: a[k] != v));
