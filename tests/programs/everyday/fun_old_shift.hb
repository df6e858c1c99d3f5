// Functions over arrays.
// tier: 2
// expect method auto: certified
void left(int a[], int n)
  ensures forall k in 0..n - 1: a[k] == old(a[k + 1]);
{ for (int i = 0; i < n - 1; i++) { a[i] = a[i + 1]; } }
int n = nondet();
assume(n > 2);
int a[n];
int second = a[1];
left(a, n);
assert(a[0] == second);
