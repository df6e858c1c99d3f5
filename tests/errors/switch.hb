int x = 1;
switch (x) { }
assert(x == 1);
// expected:
// 2:1: error: `switch` is not supported
//   hint: use `if` and `while`
