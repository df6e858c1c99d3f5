// Functions over arrays.
// tier: 2
// expect method auto: certified
int largest(int a[])
  requires len(a) > 0;
  ensures forall k in 0..len(a): a[k] <= result;
{ int m = a[0]; for (int i = 1; i < len(a); i++) { if (a[i] > m) { m = a[i]; } } return m; }
int n = nondet();
assume(n > 0);
int a[n];
int m = largest(a);
assert(a[0] <= m);
