// The part loses its first cell.
// tier: 3
// expect instrument: buggy
int l = nondet(), u = nondet();
assume(l <= u);
int a[];
int s = 0;
for (int i = l + 1; i < u; i++) {
  s += a[i];
}
assert(s == sum(a, l, u));
