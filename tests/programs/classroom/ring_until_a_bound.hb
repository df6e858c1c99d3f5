// What a ring buffer's indices say of each other, at the end of a loop with a bound.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n > 0);
int head = 0, tail = 0, size = 0;
int m = nondet();
for (int t = 0; t < m; t++) {
  hint 0 <= head < n;
  hint 0 <= tail < n;
  hint 0 <= size <= n;
  hint (head + size) % n == tail;
  if (nondet()) {
    if (size < n) {
      tail = (tail + 1) % n;
      size++;
    }
  } else if (size > 0) {
    head = (head + 1) % n;
    size--;
  }
}
assert(size <= n);
assert((head + size) % n == tail);
