// Facts of several contracts meet in one place.
// tier: 2
// expect method auto: certified
void set_all(int a[], int n, int v)
  ensures forall k in 0..n: a[k] == v;
{ for (int i = 0; i < n; i++) { a[i] = v; } }
int n = nondet();
int a[n], b[n];
set_all(a, n, 0);
set_all(b, n, 1);
assert(n > 0 ==> !bound_eq(a, b, 0, n));
