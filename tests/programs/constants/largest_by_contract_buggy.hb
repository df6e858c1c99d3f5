// tier: 2
// expect method auto: buggy
// The contract holds, and allows 19, but the function finds 18.
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
assert(m == 19);
