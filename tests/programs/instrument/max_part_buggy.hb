// The cell behind the part is compared as well.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int a[n];
int l = nondet(0, n), u = nondet(1, n + 1);
assume(l < u);
int m = a[l];
for (int i = l + 1; i <= u; i++) {
  if (a[i] >= m) m = a[i];
}
assert(m == max(a, l, u));
