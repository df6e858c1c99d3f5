// Ones in front of zeros.
int n = nondet();
int a[] = const_array(0);
for (int i = 0; i < n; i++) {
  a[i] = 1;
}
assert(forall k in 0..n: a[k] == 1);
