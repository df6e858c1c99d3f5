// A loop that goes on until what it adds up is all.
// tier: 2
// expect instrument: certified
int n = nondet();
assume(n >= 0);
int a[n];
int s = 0;
int i = 0;
while (s != sum(a, 0, n) || i < n) {
  s += a[i];
  i++;
}
assert(s == sum(a, 0, n));
