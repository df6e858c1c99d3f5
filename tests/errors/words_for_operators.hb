int x = 1;
assert(x > 0 and x < 2);
// expected:
// 2:14: error: `and` is not an operator
//   hint: write `&&`
