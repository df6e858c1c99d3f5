// The cell before is spoiled, and nothing mends it.
// from: TI Table 1, rew, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[];
for (int i = 0; i < n; i++) {
  a[i] = 5;
  a[i - 1] = -1;
}
assert(forall k in 0..n: a[k] == 5);
assert(n > 0 ==> a[n] == -1);
