int x = 1;
int x = 2;
assert(x == 2);
// expected:
// 2:5: error: `x` is declared twice in the same block
//   hint: leave out the type to give the first one a new value, or choose another name
