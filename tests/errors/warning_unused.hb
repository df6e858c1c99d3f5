int x = 0;
int y = 1;
y = 2;
assert(1 < nondet());
// expected:
// 1:5: warning: `x` is never used
// 2:5: warning: `y` is given values, but they are never read
