// Every cell gets 42.
// from: CM Table 1, initcte
// tier: 1
// expect cell1: certified
int n = nondet();
int a[n];
int i = 0;
while (i < n) { a[i] = 42; i++; }
assert(forall k in 0..n: a[k] == 42);
