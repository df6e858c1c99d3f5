// Zero goes to the negative part.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n >= 0);
int a[n];
int p[n];
int q[n];
int j = 0;
int k = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > 0) { p[j] = a[i]; j++; } else { q[k] = a[i]; k++; }
}
assert(forall t in 0..j: p[t] >= 0);
assert(forall t in 0..k: q[t] < 0);
assert(j + k == n);
