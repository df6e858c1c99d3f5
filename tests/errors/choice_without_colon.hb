int x = 1;
int y = x > 0 ? 1;
assert(y == 1);
// expected:
// 2:18: error: a `:` is needed between the two values of `? :`, but this is `;`
