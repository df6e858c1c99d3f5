// Sets every second cell to 7.
int n = nondet();
assume(n > 0);
int a[2 * n];
for (int i = 0; i < 2 * n; i += 2) {
  a[i] = 7;
}
assert(forall k in 0..n: a[2 * k] == 7);
