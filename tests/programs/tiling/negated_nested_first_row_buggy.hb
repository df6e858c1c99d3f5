// The first row is left out.
// tier: 2
// expect tiling: buggy
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
int i = 1;
while (!(i >= n)) {
  int j = 0;
  while (!(j >= m)) { a[i][j] = 1; j++; }
  i++;
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == 1);
