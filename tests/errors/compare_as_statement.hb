int x = 1;
x == 2;
assert(x == 1);
// expected:
// 2:3: error: `==` compares; this statement does nothing
//   hint: use `=` to assign
