int m[2][2];
assert(m[0][0][0] == 0);
// expected:
// 2:8: error: `m` takes 2 indices, but here are more
