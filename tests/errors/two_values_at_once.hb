int x = 1;
x, x = 2, 3;
assert(x == 3);
// expected:
// 2:4: error: `x` gets two values at once
