// Copies every second cell and claims no more.
// from: CM Table 1, copyodd
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
int b[n];
int i = 1;
while (i < n) { b[i] = a[i]; i = i + 2; }
assert(forall k in 0..n: k % 2 == 1 ==> b[k] == a[k]);
