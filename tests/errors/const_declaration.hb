const int n = 5;
assert(n == 5);
// expected:
// 1:1: error: there is no type `const`
//   hint: the types are `int` and `bool`
