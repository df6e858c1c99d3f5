// Zeros and ones, in any order.
int n = nondet();
int a[] = const_array(0);
for (int i = 0; i < n; i++) {
  a[i] = nondet(0, 2);
}
assert(forall k: 0 <= a[k] <= 1);
