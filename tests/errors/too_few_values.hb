int x = 1;
int y = 2;
x, y = 3;
assert(x == 3 && y == 2);
// expected:
// 3:2: error: 2 values are needed here, but there are 1
