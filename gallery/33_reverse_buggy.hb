int n = nondet();
int a[];
int b[];
int i = 0;
while (i < n) { b[i] = a[n - i]; i++; }
assert(forall k in 0..n: b[k] == a[n - 1 - k]);
