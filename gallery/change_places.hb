int n = nondet(2, 1000);
int a[n];
int before[] = a;
int i = nondet(0, n - 1);
int t = a[i];
a[i] = a[i + 1];
a[i + 1] = t;
assert(permutation(a, before));
