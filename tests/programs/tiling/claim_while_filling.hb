// What is done is claimed in each round.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i;
  assert(forall k in 0..i + 1: a[k] == k);
}
