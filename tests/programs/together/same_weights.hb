// Two calls of one function on equal inputs.
// tier: 2
// expect method auto: certified
int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i * i; } return s; }
int n = nondet();
int x = f(n), y = f(n);
assert(x == y);
