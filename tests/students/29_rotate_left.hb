// Rotates an array by one to the left.
int n = nondet();
assume(n > 0);
int a[n];
int old[] = a;
int first = a[0];
for (int i = 0; i < n - 1; i++) {
  a[i] = a[i + 1];
}
a[n - 1] = first;
assert(forall k in 0..n: a[k] == old[(k + 1) % n]);
