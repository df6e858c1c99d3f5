int n = nondet();
int a[n];
int b[n];
int i = 0;
while (i < n) { b[i] = a[i]; i = i + 2; }
assert(forall k in 0..n: b[k] == a[k]);
