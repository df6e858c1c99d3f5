int x = 1;
assert(x > 0 -> x > 1);
// expected:
// 2:14: error: `->` is not an operator
//   hint: write `==>`
