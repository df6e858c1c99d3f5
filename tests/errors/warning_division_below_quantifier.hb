int n = nondet(1, 9);
int a[n];
assert(forall k: a[k] / n == a[k] / n);
// expected:
