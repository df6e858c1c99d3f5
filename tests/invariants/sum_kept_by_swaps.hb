// Reversing an array keeps its sum.
int n = nondet(1, 1000);
int a[n];
int before_all = sum(a, 0, n);
int i = 0;
while (2 * i < n) {
  invariant 0 <= i <= n; // holds
  invariant sum(a, 0, n) == before_all; // holds
  a[i], a[n - 1 - i] = a[n - 1 - i], a[i];
  i++;
}
assert(sum(a, 0, n) == before_all); // enough
