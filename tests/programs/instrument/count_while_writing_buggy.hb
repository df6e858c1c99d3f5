// The counter starts at one.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int c = 1;
for (int i = 0; i < n; i++) {
  if (i % 3 == 0) {
    a[i] = 1;
    c++;
  } else {
    a[i] = 0;
  }
}
assert(c == count(a, 0, n, 1));
