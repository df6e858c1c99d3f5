int x = 3;
asert(x == 3);
// expected:
// 2:1: error: there is no statement `asert`
//   hint: did you mean `assert`?
