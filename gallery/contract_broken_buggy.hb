void set(int a[], int n, int v)
  requires n >= 0;
  ensures forall k in 0..n: a[k] == v;
{
  int i = 1;
  while (i < n) { a[i] = v; i++; }
}
int n = nondet(1, 100);
int b[n];
set(b, n, 7);
assert(b[n - 1] == 7);
