int x = 1.5;
assert(x == 1);
// expected:
// 1:9: error: there are only whole numbers
