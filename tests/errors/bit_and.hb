int x = 1;
assert(x & 1);
assert(x && 1);
// expected:
// 2:8: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: compare it, as in `x != 0`
// 2:10: error: `&` is not part of the language
//   hint: write `&&`
// 2:12: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: `&&` and `||` join truth values; there are no operators on bits, but `x % 2` has the last ones
// 3:8: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: compare it, as in `x != 0`
// 3:13: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: `&&` and `||` join truth values; there are no operators on bits, but `x % 2` has the last ones
