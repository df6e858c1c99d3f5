// Two sums grow by turns; together they grow by four.
// tier: 2
// expect cell1: certified
int n = nondet(0, 1000);
int a[n];
int b[n];
int x = 1;
int y = 0;
for (int i = 0; i < n; i++) {
  a[i] = x;
  b[i] = y;
  if (i % 2 == 0) { x = x + 3; y = y + 1; } else { x = x + 1; y = y + 3; }
}
for (int i = 0; i < n; i++) {
  assert(a[i] + b[i] == 4 * i + 1);
}
