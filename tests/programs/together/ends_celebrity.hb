// The smaller one of two ends is struck out until one cell is left.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n > 0);
int a[n];
int x = 0;
int y = n - 1;
while (x < y) { if (a[y] > a[x]) { x = x + 1; } else { y = y - 1; } }
int m = a[x];
assert(forall k in 0..n: m >= a[k]);
