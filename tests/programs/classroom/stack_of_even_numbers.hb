// A stack that gets even numbers only gives back even numbers.
// tier: 2
// expect cell1: certified
int stack[];
int top = 0;
while (nondet()) {
  bool push = nondet();
  if (push) {
    int v = nondet();
    stack[top] = 2 * v;
    top++;
  } else if (top > 0) {
    top--;
    int x = stack[top];
    assert(x % 2 == 0);
  }
}
assert(top >= 0);
