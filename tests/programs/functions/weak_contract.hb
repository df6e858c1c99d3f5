// The contract says too little for the claim, though the function does what is claimed.
// tier: 1
// expect cell1: too-weak
int next(int x)
  ensures result > x;
{
  return x + 1;
}

int y = next(3);
assert(y == 4);
