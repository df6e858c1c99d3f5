// Finds the position of the minimum.
int n = nondet();
assume(n > 0);
int a[n];
int pos = 0;
for (int i = 0; i < n; i++) {
  if (a[i] < a[pos]) {
    pos = i;
  }
}
assert(pos >= 0 && pos < n);
assert(forall k in 0..n: a[pos] <= a[k]);
