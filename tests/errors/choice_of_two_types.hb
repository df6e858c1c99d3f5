int x = 1;
int y = x > 0 ? true : 2;
assert(y == 2);
// expected:
// 2:9: error: the two values of `? :` are a truth value (bool) and a number (int)
