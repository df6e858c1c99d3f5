// The value to be kept is overwritten first: one is lost, the other doubled.
// tier: 1
// expect cell . multiset: buggy
int n = nondet(2, 1000);
int a[n];
int before[] = a;
int i = nondet(0, n - 1);
a[i] = a[i + 1];
a[i + 1] = a[i];
assert(permutation(a, before));
