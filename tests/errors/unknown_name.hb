int count = 0;
cuont = count + 1;
assert(count == 1);
// expected:
// 2:1: error: there is no variable `cuont` here
//   hint: did you mean `count`?
