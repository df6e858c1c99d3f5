int a[3];
assert(sortd(a, 0, 3));
// expected:
// 2:8: error: there is no function `sortd`
//   hint: did you mean `sorted`?
