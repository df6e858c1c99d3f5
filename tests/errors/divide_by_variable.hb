int n = 4;
int x = 8 / n;
assert(x == 2);
// expected:
// 2:13: error: the divisor must be a number, not a variable
//   hint: dividing by an unknown value leaves linear arithmetic
