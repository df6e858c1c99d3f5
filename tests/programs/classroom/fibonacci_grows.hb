// The n-th Fibonacci number is at least n - 1.
// tier: 2
// expect cell1: certified
int n = nondet();
assume(n >= 0);
int x = 0;
int y = 1;
int i = 0;
while (i < n) {
  int z = x + y;
  x = y;
  y = z;
  i++;
}
assert(0 <= x && x <= y);
assert(x >= n - 1);
