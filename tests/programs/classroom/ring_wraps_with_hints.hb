// A ring buffer that wraps by the remainder; its whole invariant is known.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int buf[n];
int head = 0, tail = 0, size = 0;
while (nondet()) {
  hint 0 <= head < n;
  hint 0 <= tail < n;
  hint 0 <= size <= n;
  hint (head + size) % n == tail;
  hint forall k in 0..size: buf[(head + k) % n] == 7;
  if (nondet()) {
    if (size < n) {
      buf[tail] = 7;
      tail = (tail + 1) % n;
      size++;
    }
  } else if (size > 0) {
    assert(buf[head] == 7);
    buf[head] = 0;
    head = (head + 1) % n;
    size--;
  }
}
