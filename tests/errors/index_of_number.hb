int x = 0;
assert(x[0] == 0);
// expected:
// 2:8: error: `x` is a number (int), not an array
