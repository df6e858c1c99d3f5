// The counter goes down.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  assert(c == count(a, 0, i, 0));
  if (a[i] == 0) c--;
}
