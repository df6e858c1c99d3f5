int a[5];
a++;
assert(a[0] == 0);
// expected:
// 2:1: error: `a` is an array, not a number
//   hint: name a cell: `a[i]`
