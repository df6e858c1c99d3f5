// Swapping neighbours keeps the values.
#pragma abstraction cell . multiset
int n = nondet();
assume(n >= 2);
int a[n];
int orig[] = a;
int i = 0;
while (i + 1 < n) {
  invariant permutation(a, orig, 0, n); // holds, open
  invariant i >= 0; // holds
  invariant i < n; // holds
  int t = a[i];
  a[i] = a[i + 1];
  a[i + 1] = t;
  i++;
}
assert(permutation(a, orig, 0, n)); // enough, open
