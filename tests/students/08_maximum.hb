// Finds the maximum of an array.
int n = nondet();
assume(n > 0);
int a[n];
int max_value = a[0];
for (int i = 1; i < n; i++) {
  if (a[i] > max_value) {
    max_value = a[i];
  }
}
assert(forall k in 0..n: a[k] <= max_value);
assert(exists k in 0..n: a[k] == max_value);
