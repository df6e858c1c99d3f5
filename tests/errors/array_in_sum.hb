int a[5];
assert(a + 1 == 2);
// expected:
// 2:8: error: `a` is an array; a value is needed here
//   hint: name one of its cells: `a[i]`
