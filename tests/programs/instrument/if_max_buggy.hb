// The condition lets a cell of four through.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] > 3) c++;
}
if (max(a, 0, n) <= 4) {
  assert(c == 0);
} else {
  assert(c > 0);
}
