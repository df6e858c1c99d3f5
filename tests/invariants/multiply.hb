// Multiply by adding.
int mul(int x, int y)
  requires x >= 0 && y >= 0;
  ensures result == x * y; // enough
  ensures result >= y; // enough
{
  int r = 0, i = 0;
  while (i < y) {
    invariant r == x * i; // holds
    invariant 0 <= i <= y; // holds
    invariant r >= 0; // holds
    invariant r >= i; // false
    decreases y - i; // holds
    r += x;
    i++;
  }
  return r;
}
