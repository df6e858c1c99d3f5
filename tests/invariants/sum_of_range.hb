// The sum of an array, in a line of its own.
int n = nondet(0, 1000);
int a[n];
int s = 0;
int i = 0;
while (i < n) {
  invariant 0 <= i <= n; // holds
  invariant s == sum(a, 0, i); // holds
  invariant s >= sum(a, 0, i); // holds
  invariant s == sum(a, 0, i + 1); // not at first
  s += a[i];
  i++;
}
assert(s == sum(a, 0, n)); // enough
