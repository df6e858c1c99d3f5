// Checks if an array is sorted.
int n = nondet();
assume(n > 0);
int a[n];
bool is_sorted = true;
for (int i = 0; i < n - 1; i++) {
  if (a[i] > a[i + 1]) {
    is_sorted = false;
    break;
  }
}
assert(is_sorted ==> sorted(a, 0, n));
