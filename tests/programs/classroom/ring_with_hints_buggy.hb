// The same, but what was taken is not overwritten and one cell is not filled.
// tier: 2
// expect cell1: buggy
int n = nondet();
assume(n > 0);
int buf[n];
int head = 0, tail = 0, size = 0;
while (nondet()) {
  hint 0 <= head && head < n;
  hint 0 <= tail && tail < n;
  hint 0 <= size && size <= n;
  hint head + size == tail || head + size == tail + n;
  hint forall k: head <= k && k < head + size && k < n ==> buf[k] == 7;
  hint forall k: 0 <= k && k < head + size - n ==> buf[k] == 7;
  if (nondet()) {
    if (size < n) { if (tail != 1) buf[tail] = 7; tail = tail + 1 == n ? 0 : tail + 1; size++; }
  } else {
    if (size > 0) { int x = buf[head]; assert(x == 7); buf[head] = 0; head = head + 1 == n ? 0 : head + 1; size--; }
  }
}
