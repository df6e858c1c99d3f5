// A ring buffer that does not test whether it is full.
// tier: 2
// expect cell1: buggy
int n = 4;
int buf[n];
int head = 0;
int tail = 0;
int size = 0;
while (nondet()) {
  bool put = nondet();
  if (put) {
    buf[tail] = nondet();
    tail = (tail + 1) % n;
    size++;
  } else if (size > 0) {
    if (buf[head] == -1) { break; }
    head = (head + 1) % n;
    size--;
  }
}
assert(0 <= head < n);
assert(size <= n);
