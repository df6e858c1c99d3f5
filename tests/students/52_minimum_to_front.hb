// Selects the minimum and swaps it to the front.
int n = nondet();
assume(n > 0);
int a[n];
int before[] = a;
int m = 0;
for (int j = 1; j < n; j++) {
  if (a[j] < a[m]) m = j;
}
int t = a[0];
a[0] = a[m];
a[m] = t;
assert(forall k in 0..n: a[0] <= a[k]);
assert(permutation(a, before, 0, n));
