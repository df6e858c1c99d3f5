// Facts of several contracts meet in one place.
// tier: 2
// expect method auto: certified
int find(int a[], int n, int v)
  ensures -1 <= result && result < n || n < 0;
  ensures result >= 0 ==> a[result] == v;
  ensures result < 0 ==> (forall k in 0..n: a[k] != v);
{ for (int i = 0; i < n; i++) { if (a[i] == v) { return i; } } return -1; }
int n = nondet();
int a[n];
int p = find(a, n, 1), q = find(a, n, 2);
assert(p >= 0 && q >= 0 ==> p != q);
