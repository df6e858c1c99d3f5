// Limits all cells to the range from 0 to 255.
int clamp(int x, int low, int high) {
  if (x < low) return low;
  else if (x > high) return high;
  else return x;
}

int n = nondet();
assume(n > 0);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = clamp(a[i], 0, 255);
}
assert(forall k in 0..n: 0 <= b[k] && b[k] <= 255);
assert(forall k in 0..n: 0 <= a[k] && a[k] <= 255 ==> b[k] == a[k]);
