// The same with any slope and any start.
// tier: 2
// expect cell1: certified
int n = nondet();
int c = nondet();
int d = nondet();
int a[n];
int v = d;
for (int i = 0; i < n; i++) {
  a[i] = v;
  v += c;
}
for (int i = 0; i < n; i++) {
  assert(a[i] == c * i + d);
}
