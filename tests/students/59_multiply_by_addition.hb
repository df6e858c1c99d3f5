// Multiplies two numbers by adding, in a function with a contract.
int times(int a, int b)
  requires a >= 0;
  ensures result == a * b;
{
  int r = 0;
  while (a > 0) {
    r += b;
    a--;
  }
  return r;
}

int x = nondet(0, 100);
int y = nondet();
int p = times(x, y);
assert(p == x * y);
