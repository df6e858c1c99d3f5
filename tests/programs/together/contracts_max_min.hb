// Facts of several contracts meet in one place.
// tier: 2
// expect method auto: certified
int maxi(int a[], int n)
  requires n > 0;
  ensures forall k in 0..n: a[k] <= result;
{ int m = a[0]; for (int i = 1; i < n; i++) { if (a[i] > m) { m = a[i]; } } return m; }
int mini(int a[], int n)
  requires n > 0;
  ensures forall k in 0..n: result <= a[k];
{ int m = a[0]; for (int i = 1; i < n; i++) { if (a[i] < m) { m = a[i]; } } return m; }
int n = nondet();
assume(n > 0);
int a[n];
int hi = maxi(a, n), lo = mini(a, n);
assert(lo <= hi);
assert(forall k in 0..n: hi - a[k] >= 0 && a[k] - lo >= 0);
