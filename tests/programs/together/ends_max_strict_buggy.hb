// The smaller one of two ends is struck out until one cell is left.
// tier: 2
// expect method auto: buggy
int n = nondet();
assume(n > 1);
int a[n];
int x = 0, y = n - 1;
while (x != y) { if (a[x] <= a[y]) { x++; } else { y--; } }
assert(forall k in 0..n: k != x ==> a[k] < a[x]);
