// Every second cell is written.
// tier: 2
// expect tiling: certified
int n = nondet();
assume(n > 0);
int a[n];
for (int i = 0; i < n; i++) { if (i % 2 == 0) { a[i] = 5; } }
assert(forall k in 0..n: k % 2 == 0 ==> a[k] == 5);
