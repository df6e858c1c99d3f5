// A negated condition in both loops.
// tier: 2
// expect tiling: certified
int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
int i = 0;
while (!(i >= n)) {
  int j = 0;
  while (!(j >= m)) { a[i][j] = 1; j++; }
  i++;
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == 1);
