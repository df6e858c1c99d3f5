// Only constants.
// tier: 2
// expect method auto: certified
int fib(int n) { if (n < 2) { return n; } return fib(n - 1) + fib(n - 2); }
int x = fib(12);
assert(x == 144);
