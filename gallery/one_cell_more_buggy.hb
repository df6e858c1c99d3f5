int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
int k = nondet(0, n);
a[k] = a[k] + 1;
assert(s + 2 == sum(a, 0, n));
