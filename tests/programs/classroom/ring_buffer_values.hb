// What comes out of a ring buffer was put in: only positive numbers.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int buf[n];
int head = 0;
int size = 0;
while (nondet()) {
  bool put = nondet();
  if (put && size < n) {
    int v = nondet();
    assume(v > 0);
    buf[(head + size) % n] = v;
    size++;
  } else if (!put && size > 0) {
    int x = buf[head];
    assert(x > 0);
    head = (head + 1) % n;
    size--;
  }
}
assert(0 <= size <= n);
