// Fills a matrix with zeros.
int r = nondet(), c = nondet();
assume(r > 0 && c > 0);
int m[r][c];
for (int i = 0; i < r; i++) {
  for (int j = 0; j < c; j++) {
    m[i][j] = 0;
  }
}
assert(forall i in 0..r: forall j in 0..c: m[i][j] == 0);
