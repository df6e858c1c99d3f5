// The smaller one of two ends is struck out until one cell is left.
// tier: 2
// expect method auto: buggy
int n = nondet();
assume(n > 0);
int a[n];
int x = 0, y = n - 1;
while (x != y) { if (a[x] <= a[y]) { y--; } else { x++; } }
assert(forall k in 0..n: a[k] <= a[x]);
