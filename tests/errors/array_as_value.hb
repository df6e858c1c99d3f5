int a[5];
int x = a;
assert(x == 0);
// expected:
// 2:9: error: `a` is an array; a value is needed here
//   hint: name one of its cells: `a[i]`
