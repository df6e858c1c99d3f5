// Functions over arrays.
// tier: 2
// expect method auto: certified
void reverse(int a[], int n)
  ensures forall k in 0..n: a[k] == old(a[n - 1 - k]);
{ int i = 0, j = n - 1; while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; } }
int n = nondet();
assume(n > 2);
int a[n];
int first = a[0];
reverse(a, n);
assert(a[n - 1] == first);
