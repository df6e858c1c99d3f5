// Two functions that call each other.
// tier: 1
// expect cell1: certified
bool even(int n) {
  return n == 0 || odd(n - 1);
}
bool odd(int n) {
  return n != 0 && even(n - 1);
}

int n = nondet(0, 1000);
bool e = even(n);
assert(e <==> n % 2 == 0);
