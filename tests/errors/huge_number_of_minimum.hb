int x = min(1, 2, 3, 4, 5, 6, 7);
assert(x == 1);
// expected:
// 1:9: error: `min` takes at most 6 numbers
