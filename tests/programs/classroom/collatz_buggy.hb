// 27 takes 111 steps.
// tier: 2
// expect cell1: buggy
int x = nondet(1, 30);
int steps = 0;
while (x != 1) {
  if (x % 2 == 0) {
    x = x / 2;
  } else {
    x = 3 * x + 1;
  }
  steps++;
}
assert(steps < 100);
