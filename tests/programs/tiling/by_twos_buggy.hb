// By threes: a cell is left out.
// tier: 2
// expect tiling: buggy
int n = nondet();
assume(n > 0);
assume(n % 2 == 0);
int a[];
for (int i = 0; i < n; i += 3) { a[i] = 1; a[i+1] = 2; }
assert(forall k in 0..n: a[k] >= 1 && a[k] <= 2);
