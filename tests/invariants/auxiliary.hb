// A variable that only lines read, and a length, which never changes.
int n = nondet();
assume(n >= 0);
int a[n];
int i = 0;
int zeros = 0;
while (i < n) {
  invariant 0 <= i && i <= before(len(a)); // holds
  invariant zeros == i; // holds
  invariant count(a, 0, i, 0) == zeros; // holds
  a[i] = 0;
  zeros++;
  i++;
}
assert(count(a, 0, n, 0) == n); // enough
assert(zeros == len(a)); // enough
