// Ones are added up in a second loop.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int a[n];
for (int i = 0; i < n; i++) {
  a[i] = 1;
}
int s = 0;
for (int j = 0; j < n; j++) {
  s += a[j];
}
assert(s == n);
