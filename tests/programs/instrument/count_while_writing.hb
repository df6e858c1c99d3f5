// Ones are counted while they are written.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (i % 3 == 0) {
    a[i] = 1;
    c++;
  } else {
    a[i] = 0;
  }
}
assert(c == count(a, 0, n, 1));
