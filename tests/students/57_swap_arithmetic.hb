// Swaps two arrays without a temporary variable.
int n = nondet();
assume(n > 0);
int a[n], b[n];
int olda[] = a, oldb[] = b;
for (int i = 0; i < n; i++) {
  a[i] = a[i] + b[i];
  b[i] = a[i] - b[i];
  a[i] = a[i] - b[i];
}
assert(forall k in 0..n: a[k] == oldb[k] && b[k] == olda[k]);
