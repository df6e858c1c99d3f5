int i = 0;
int x = i++ + 1;
assert(x == 1);
// expected:
// 2:10: error: `++` cannot stand inside an expression
//   hint: make it a statement of its own: `i++;`
