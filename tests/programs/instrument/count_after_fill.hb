// All cells hold the value that was written.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int v = nondet();
int a[];
for (int i = 0; i < n; i++) {
  a[i] = v;
}
assert(count(a, 0, n, v) == n);
