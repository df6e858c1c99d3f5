float x = 1;
assert(x == 1);
// expected:
// 1:1: error: there is no type `float`
//   hint: the types are `int` and `bool`
