// A queue gets 0, 1, 2, ...; they come out in the same order.
// tier: 2
// expect cell1: certified
int q[];
int head = 0;
int tail = 0;
int next_in = 0;
int next_out = 0;
while (nondet()) {
  bool put = nondet();
  if (put) {
    q[tail] = next_in;
    tail++;
    next_in++;
  } else if (head < tail) {
    assert(q[head] == next_out);
    head++;
    next_out++;
  }
}
assert(next_in - next_out == tail - head);
