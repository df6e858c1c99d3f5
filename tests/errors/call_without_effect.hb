int a[3];
sorted(a, 0, 3);
assert(a[0] == 0);
// expected:
// 2:1: error: this statement does nothing
//   hint: a statement changes a variable, as in `x = 1;`
