// The call does not keep what the function requires.
// tier: 1
// expect cell1: buggy
int root(int x)
  requires x >= 0;
  ensures result >= 0;
{
  int r = 0;
  while (r < x) r++;
  return r;
}

int y = nondet(-5, 5);
int r = root(y);
assert(r >= 0);
