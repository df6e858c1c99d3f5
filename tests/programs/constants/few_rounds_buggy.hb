// tier: 2
// expect method auto: buggy
int n = nondet(0, 6);
int s = 0;
for (int i = 0; i <= n; i++) {
  s += i * i;
}
assert(s <= 30);
