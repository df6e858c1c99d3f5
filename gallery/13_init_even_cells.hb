// Only every second cell is written.
int n = nondet();
int a[n];
for (int i = 0; i < n; i += 2) {
  a[i] = 7;
}
assert(forall k in 0..n: k % 2 == 0 ==> a[k] == 7);
