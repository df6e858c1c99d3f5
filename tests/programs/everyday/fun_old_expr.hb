// Functions over arrays.
// tier: 2
// expect method auto: certified
void swap(int a[], int i, int j)
  ensures a[i] == old(a[j]) && a[j] == old(a[i]);
  ensures forall k: k != i && k != j ==> a[k] == old(a[k]);
{ int t = a[i]; a[i] = a[j]; a[j] = t; }
int n = nondet();
assume(n > 2);
int a[n];
int x = a[0], y = a[n - 1], z = a[1];
swap(a, 0, n - 1);
assert(a[0] == y && a[n - 1] == x && a[1] == z);
