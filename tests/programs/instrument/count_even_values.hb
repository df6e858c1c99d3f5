// How many cells hold even values.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int a[n];
int c = 0;
for (int i = 0; i < n; i++) {
  if (a[i] % 2 == 0) c++;
}
assert(c == count(a, 0, n, (x) -> x % 2 == 0));
