int a[5];
assert(a[0][1] == 0);
// expected:
// 2:8: error: `a` takes one index, but here are two
