bool b = 1;
assert(b);
// expected:
// 1:10: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: write `true`
