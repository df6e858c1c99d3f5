int x = ;
assert(x == 0);
// expected:
// 1:9: error: a value is missing before `;`
