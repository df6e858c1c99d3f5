int x = 8 / 0;
assert(x == 2);
// expected:
// 1:13: error: this divides by zero
