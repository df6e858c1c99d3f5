int x = 1;
assert(x > 0 => x > 1);
// expected:
// 2:14: error: `=>` is not part of the language
//   hint: write `==>`
//   hint: "greater or equal" is written `>=`
