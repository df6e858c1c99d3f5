// The sum of part of an array.
// tier: 3
// expect instrument: certified
int l = nondet(), u = nondet();
assume(l <= u);
int a[];
int s = 0;
for (int i = l; i < u; i++) {
  s += a[i];
}
assert(s == sum(a, l, u));
