int x = 1 int y = 2;
assert(x < y);
// expected:
// 1:10: error: a `;` is missing here
