// McCarthy's 91 function, which calls itself on what it returns.
// tier: 1
// expect cell1: certified
int f(int n) {
  if (n > 100) return n - 10;
  return f(f(n + 11));
}

int x = nondet();
int y = f(x);
assert(x <= 101 ==> y == 91);
