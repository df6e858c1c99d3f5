// Two cells are swapped after the sum has been computed.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
int j = nondet(0, n), k = nondet(0, n);
int t = a[j];
a[j] = a[k];
a[k] = t;
assert(sum(a, 0, n) == s);
