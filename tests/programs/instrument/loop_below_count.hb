// As many rounds as there are zeros.
// tier: 2
// expect instrument: certified
int n = nondet();
assume(n >= 0);
int a[n];
int k = 0;
while (k < count(a, 0, n, 0)) {
  if (k > n) { break; }
  k++;
}
assert(k == count(a, 0, n, 0));
