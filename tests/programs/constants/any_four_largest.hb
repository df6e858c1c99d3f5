// tier: 2
// expect method auto: certified
// Called twice, with cells that may be anything.
int larger(int a[], int n) {
  int m = a[0];
  for (int i = 1; i < n; i++) {
    if (a[i] > m) {
      m = a[i];
    }
  }
  return m;
}

int a[4], b[4];
int x = larger(a, 4), y = larger(b, 4);
int both = x > y ? x : y;
assert(forall k in 0..4: a[k] <= both && b[k] <= both);
assert(exists k in 0..4: a[k] == both || b[k] == both);
