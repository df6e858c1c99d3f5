// The difference moves before it is added.
// tier: 3
// expect instrument: buggy
int n = nondet();
assume(n > 0);
int x = 0, y = 1, z = 6;
int i = 0;
while (i < n) {
  y += z;
  x += y;
  z += 6;
  i++;
}
assert(x == i * i * i);
