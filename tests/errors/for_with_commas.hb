int s = 0;
for (int i = 0, i < 3, i++) { s += i; }
assert(s == 3);
// expected:
// 2:17: error: `i` is declared twice in the same block
//   hint: leave out the type to give the first one a new value, or choose another name
// 2:19: error: a `;` is missing after the start of the `for`, but this is `<`
