int a[5];
assert(a.length == 5);
// expected:
// 2:8: error: `a` is an array; a value is needed here
//   hint: name one of its cells: `a[i]`
// 2:9: error: `.` is not part of the language
//   hint: the length of an array `a` is written `len(a)`
