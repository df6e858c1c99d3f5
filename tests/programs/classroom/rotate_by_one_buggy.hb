// The same, from the left: the first cell is copied everywhere.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 1);
int a[n];
int b[] = a;
int last = a[n - 1];
for (int i = 0; i + 1 < n; i++) {
  a[i + 1] = a[i];
}
a[0] = last;
assert(a[0] == b[n - 1]);
assert(forall k in 1..n: a[k] == b[k - 1]);
