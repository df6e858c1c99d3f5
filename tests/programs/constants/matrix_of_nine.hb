// tier: 2
// expect method auto: certified
// A table of nine numbers, turned over.
int a[3][3], b[3][3];
for (int i = 0; i < 3; i++) {
  for (int j = 0; j < 3; j++) {
    a[i][j] = 3 * i + j;
  }
}
int trace = 0;
for (int i = 0; i < 3; i++) {
  for (int j = 0; j < 3; j++) {
    b[j][i] = a[i][j];
  }
  trace += a[i][i];
}
assert(b[2][1] == 5 && trace == 12);
assert(forall i, j: 0 <= i && i < 3 && 0 <= j && j < 3 ==> b[i][j] == a[j][i]);
