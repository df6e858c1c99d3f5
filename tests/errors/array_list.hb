int a[3] = {1, 2, 3};
assert(a[0] == 1);
// expected:
// 1:12: error: lists of values are not supported yet
//   hint: assign the cells one by one: `a[0] = 1; a[1] = 2;`
