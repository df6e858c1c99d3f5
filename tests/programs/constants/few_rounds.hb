// tier: 2
// expect method auto: certified
// The first numbers have squares that add up to at most thirty.
int n = nondet(0, 5);
int s = 0;
for (int i = 0; i <= n; i++) {
  s += i * i;
}
assert(s <= 30);
assert(n == 4 ==> s == 30);
