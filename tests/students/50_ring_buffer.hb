// The indices of a ring buffer stay in range.
#pragma check-bounds
int n = nondet();
assume(n > 0);
int q[n];
int head = 0, tail = 0;
while (nondet()) {
  if (nondet()) {
    q[tail] = 1;
    tail = (tail + 1) % n;
  } else {
    head++;
    if (head == n) head = 0;
  }
  assert(0 <= head && head < n);
  assert(0 <= tail && tail < n);
}
