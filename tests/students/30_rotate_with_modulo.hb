// Writes an array rotated by one to the right into another array.
int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[(i + 1) % n] = a[i];
}
assert(b[0] == a[n - 1]);
assert(forall k in 1..n: b[k] == a[k - 1]);
