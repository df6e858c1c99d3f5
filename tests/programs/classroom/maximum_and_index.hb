// The largest value and where it stands.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int a[n];
int best = a[0];
int where = 0;
for (int i = 1; i < n; i++) {
  if (a[i] > best) {
    best = a[i];
    where = i;
  }
}
assert(0 <= where < n);
assert(a[where] == best);
assert(forall k in 0..n: a[k] <= best);
