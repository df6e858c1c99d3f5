bool b = true;
int x = b + 1;
assert(x == 2);
// expected:
// 2:9: error: a number (int) is needed here, but this is a truth value (bool)
