// Moves the negative cells to the front by swapping.
int n = nondet();
assume(n > 0);
int a[n];
int left = 0, right = n - 1;
while (left <= right) {
  if (a[left] < 0) {
    left++;
  } else {
    int t = a[left];
    a[left] = a[right];
    a[right] = t;
    right--;
  }
}
assert(forall k in 0..left: a[k] < 0);
assert(forall k in left..n: a[k] >= 0);
