// The assertion in the loop counts the next cell as well.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  assert(s == sum(a, 0, i + 1));
  s += a[i];
}
