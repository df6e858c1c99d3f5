int a[3];
assert(sorted(a));
// expected:
// 2:8: error: `sorted` takes an array of numbers and a range: `sorted(a, lo, hi)`
