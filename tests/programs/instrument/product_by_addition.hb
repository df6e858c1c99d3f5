// A product by repeated addition.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int y = nondet();
int p = 0;
int i = 0;
while (i < n) {
  p += y;
  i++;
}
assert(p == n * y);
