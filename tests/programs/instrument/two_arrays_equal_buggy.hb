// The second array gets larger values.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[], b[];
for (int i = 0; i < n; i++) {
  int v = nondet();
  a[i] = v;
  b[i] = v + 1;
}
assert(sum(a, 0, n) == sum(b, 0, n));
