// Each cell is computed from its index.
int n = nondet();
int c = nondet();
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 2 * i + c;
}
assert(forall k in 0..n: a[k] == 2 * k + c);
