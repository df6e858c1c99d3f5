// The indices of a ring buffer under any sequence of put and get.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int head = 0;
int tail = 0;
int size = 0;
int steps = nondet();
for (int i = 0; i < steps; i++) {
  bool put = nondet();
  if (put && size < n) {
    tail = (tail + 1) % n;
    size++;
  } else if (!put && size > 0) {
    head = (head + 1) % n;
    size--;
  }
}
assert(0 <= head < n && 0 <= tail < n && 0 <= size <= n);
assert(tail == (head + size) % n);
