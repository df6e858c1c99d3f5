int x = 0;
havoc;
assert(x == 0);
// expected:
// 2:6: error: the name of a variable is needed here, but this is `;`
