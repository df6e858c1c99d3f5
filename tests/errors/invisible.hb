int x = 1;
x = ‮2;
assert(x​ == 2);
// expected:
// 2:5: error: `U+202E` is not part of the language
//   hint: this character cannot be seen; remove it
// 3:8: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: compare it, as in `x != 0`
// 3:9: error: `U+200B` is not part of the language
//   hint: this character cannot be seen; remove it
