// Each cell holds its own index.
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = i;
}
assert(forall k in 0..n: a[k] == k);
