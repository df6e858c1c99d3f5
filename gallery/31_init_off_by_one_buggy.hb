int n = nondet();
int a[n];
int i = 0;
while (i < n - 1) { a[i] = 0; i++; }
assert(forall k in 0..n: a[k] == 0);
