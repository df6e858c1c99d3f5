// Puts negative numbers into one array and the others into a second one.
int n = nondet();
assume(n > 0);
int a[n], neg[n], pos[n];
int p = 0, q = 0;
for (int i = 0; i < n; i++) {
  if (a[i] < 0) {
    neg[p] = a[i];
    p++;
  } else {
    pos[q] = a[i];
    q++;
  }
}
assert(p + q == n);
assert(forall k in 0..p: neg[k] < 0);
assert(forall k in 0..q: pos[k] >= 0);
