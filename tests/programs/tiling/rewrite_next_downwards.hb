// The same from the back to the front.
// from: TI Table 1, rewrev
// tier: 2
// expect cell1: certified
int n = nondet();
int a[];
for (int i = n - 1; i >= 0; i--) {
  a[i] = 5;
  a[i - 1] = -1;
}
assert(forall k in 0..n: a[k] == 5);
