// A ring buffer that takes one more than it holds.
// tier: 2
// expect cell1: buggy
// The test for a full ring is off by one, so a number that waits is lost.
int n = nondet();
assume(n >= 1);
int q[n];
int head = 0, tail = 0, size = 0;
int pushed = 0, popped = 0;
while (nondet()) {
  if (nondet()) {
    if (size <= n) {
      q[tail] = pushed;
      tail = (tail + 1) % n;
      size++; pushed++;
    }
  } else if (size > 0) {
    int x = q[head];
    assert(x == popped);
    head = (head + 1) % n;
    size--; popped++;
  }
}
