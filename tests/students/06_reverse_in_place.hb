// Reverses an array in place with two indices.
int n = nondet();
assume(n > 0);
int a[n];
int old[] = a;
int lo = 0;
int hi = n - 1;
while (lo < hi) {
  int t = a[lo];
  a[lo] = a[hi];
  a[hi] = t;
  lo++;
  hi--;
}
assert(forall k in 0..n: a[k] == old[n - 1 - k]);
