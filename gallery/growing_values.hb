// Each value is at most two larger than the one before.
int n = nondet();
int low = nondet();
int a[n];
int v = low;
for (int i = 0; i < n; i++) {
  a[i] = v;
  v = v + nondet(0, 3);
}
assert(forall k in 0..n: a[k] >= low);
assert(sorted(a, 0, n));
