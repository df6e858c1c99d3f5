int x = 1;
assert(x > 0 & x < 2 | x == 5);
// expected:
// 2:14: error: `&` is not part of the language
//   hint: write `&&`
// 2:22: error: `|` is not part of the language
//   hint: write `||`
