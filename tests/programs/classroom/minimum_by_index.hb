// The place of the first minimum; only the index is kept.
// tier: 2
// expect cell2: certified
int n = nondet();
assume(n > 0);
int a[n];
int m = 0;
int i = 1;
while (i < n) {
  if (a[i] < a[m]) {
    m = i;
  }
  i++;
}
assert(forall k in 0..n: a[m] <= a[k]);
assert(forall k in 0..m: a[m] < a[k]);
