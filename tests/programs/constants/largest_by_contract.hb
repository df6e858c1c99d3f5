// tier: 2
// expect method auto: certified
// The contract does not say that the result is one of the cells, but of these five the function finds the largest.
int largest(int a[], int n)
  requires n > 0;
  ensures forall k in 0..n: a[k] <= result;
{
  int m = a[0];
  for (int i = 1; i < n; i++) {
    if (a[i] > m) {
      m = a[i];
    }
  }
  return m;
}

int a[5] = {3, 5, 18, 12, 12};
int m = largest(a, 5);
assert(m == 18);
