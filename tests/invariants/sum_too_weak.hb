// That the sum is not too small says nothing of one that is too large.
int n = nondet(0, 1000);
int a[n];
int s = 0;
int i = 0;
while (i < n) {
  invariant 0 <= i <= n; // holds
  invariant s >= sum(a, 0, i); // holds
  s += a[i];
  i++;
}
assert(s >= sum(a, 0, n)); // enough
assert(s == sum(a, 0, n)); // not enough
