// Run-length encoding: every run has at least one cell.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int a[n];
int value[n];
int times[n];
int m = 0;
value[0] = a[0];
times[0] = 1;
for (int i = 1; i < n; i++) {
  if (a[i] == value[m]) {
    times[m]++;
  } else {
    m++;
    value[m] = a[i];
    times[m] = 1;
  }
}
assert(m < n);
assert(forall k in 0..m + 1: times[k] >= 1);
assert(value[m] == a[n - 1]);
