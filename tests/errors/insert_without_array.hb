int x = 0;
insert(x, 0, 1);
assert(x == 0);
// expected:
// 2:8: error: `x` is a number (int), not an array
