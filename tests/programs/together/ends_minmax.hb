// The smaller one of two ends is struck out until one cell is left.
// tier: 2
// expect method auto: certified
int n = nondet();
assume(n >= 1);
int a[n];
int l = 0, r = n - 1;
while (l < r) { if (a[l] <= a[r]) { r--; } else { l++; } }
assert(0 <= l < n);
assert(forall k in 0..n: a[l] <= a[k]);
