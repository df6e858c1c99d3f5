int x = 1;
assert(x === 1);
// expected:
// 2:10: error: `===` is not part of the language
//   hint: write `==`
