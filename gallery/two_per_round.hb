// Each round writes two cells.
int n = nondet();
assume(n % 2 == 0);
int a[n];
for (int i = 0; i < n; i += 2) {
  a[i] = 1;
  a[i + 1] = 2;
}
assert(forall k in 0..n: a[k] == 1 + k % 2);
