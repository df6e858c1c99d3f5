// The second cell of each round is one too far.
// from: TI Table 1, pnr2, changed
// tier: 1
// expect cell1: buggy
int n = nondet();
int a[n];
assume(n % 2 == 0);
int i = 0;
while (i < n) {
  a[i] = 5;
  a[i + 2] = 7;
  i += 2;
}
assert(forall k in 0..n: a[k] >= 5);
assert(forall k in 0..n: k % 2 == 1 ==> a[k] == 7);
