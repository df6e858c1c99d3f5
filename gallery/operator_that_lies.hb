operator total(int a[]) {
  ghost int hi = 0, v = 0;
  invariant 0 <= hi && v == sum(a, 0, hi);
  rule append: a[i] { guard(i == hi); v = v + a[i]; hi = i + 1; }
  rule ignore: a[i] = x { guard(i >= 0); }
  rule forget: havoc a { hi = 0; v = 0; }
  rule use: sum(a, l, u) { guard(l == 0 && u == hi); return v; }
}
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) { s += a[i]; }
a[0] = a[0] + 0;
assert(s == sum(a, 0, n));
