int next(int x) { return x + 1; }
int y = 1;
next(y);
assert(y == 1);
// expected:
// 3:1: warning: what `next` returns is not used
