// Cubes by addition, with three counters.
// tier: 3
// expect instrument: certified
int n = nondet();
assume(n > 0);
int x = 0, y = 1, z = 6;
int i = 0;
while (i < n) {
  x += y;
  y += z;
  z += 6;
  i++;
}
assert(x == i * i * i);
