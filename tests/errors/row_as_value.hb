int m[2][2];
int x = m[0];
assert(x == 0);
// expected:
// 2:9: error: a number (int) is needed here, but this is an array
