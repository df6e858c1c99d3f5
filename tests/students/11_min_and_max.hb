// Finds minimum and maximum in one loop.
int n = nondet();
assume(n > 0);
int a[n];
int mn = a[0], mx = a[0];
int i = 1;
while (i < n) {
  if (a[i] < mn) { mn = a[i]; }
  else if (a[i] > mx) { mx = a[i]; }
  i++;
}
assert(mn <= mx);
assert(forall k in 0..n: mn <= a[k] && a[k] <= mx);
