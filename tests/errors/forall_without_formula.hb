int a[3];
assert(forall(a, 0, 3));
// expected:
// 2:8: error: `forall` takes an array, a range and a formula: `forall(a, lo, hi, (x, i) -> x == i)`
