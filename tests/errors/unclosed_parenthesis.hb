int x = (1 + 2;
assert(x == 3);
// expected:
// 1:15: error: a `)` is missing here, but this is `;`
