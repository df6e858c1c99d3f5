// Each cell holds the square of its index; products are unknown when a program is verified.
// from: TI Table 1, poly1
// tier: 2
// expect cell1: certified
int n = nondet();
int a[n];
for (int i = 0; i < n; i++) { a[i] = i * i; }
assert(forall k in 0..n: a[k] == k * k);
