int x = 0;
if (x == 0) {
  x = 1;
assert(x == 1);
// expected:
// 5:1: error: a `}` is missing at the end of the program
