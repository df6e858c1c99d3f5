int x = 1;
if (x = 2) { x = 3; }
assert(x == 1);
// expected:
// 2:7: error: `=` cannot stand inside an expression: it assigns
//   hint: use `==` to compare
