int a[3];
assert(sum(a, 0, 3, (x) -> x > 0) == 0);
// expected:
// 2:22: error: `sum` takes no formula
