int larger(int x, int y)
  ensures result >= x && result >= y;
{
  if (x > y) return x;
  return y;
}
int n = nondet(1, 100);
int a[n], b[n];
for (int i = 0; i < n; i++) {
  b[i] = larger(a[i], 0);
}
assert(forall k in 0..n: b[k] >= 0);
