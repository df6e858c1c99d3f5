// The cell behind the part is counted.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int v = nondet();
int l = nondet(0, n), u = nondet(0, n + 1);
assume(l <= u);
int a[n];
int c = 0;
for (int i = l; i <= u; i++) {
  if (a[i] == v) c++;
}
assert(c == count(a, l, u, v));
