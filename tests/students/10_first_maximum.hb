// Finds the first position of the maximum.
int n = nondet();
assume(n > 0);
int a[n];
int p = 0;
for (int i = 1; i < n; i++) {
  if (a[i] > a[p]) p = i;
}
assert(forall k in 0..n: a[k] <= a[p]);
assert(forall k in 0..p: a[k] < a[p]);
