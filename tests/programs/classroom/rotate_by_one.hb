// Each cell moves to the place before, around the end.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 1);
int a[n];
int b[] = a;
int first = a[0];
for (int i = 0; i + 1 < n; i++) {
  a[i] = a[i + 1];
}
a[n - 1] = first;
assert(forall k in 0..n: a[k] == b[(k + 1) % n]);
