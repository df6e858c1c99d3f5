// The even cells are copied, the odd ones are claimed.
// from: CM Table 1, copyodd, changed
// tier: 2
// expect cell1: buggy
int n = nondet();
int a[n];
int b[n];
int i = 0;
while (i < n) { b[i] = a[i]; i = i + 2; }
assert(forall k in 0..n: k % 2 == 1 ==> b[k] == a[k]);
