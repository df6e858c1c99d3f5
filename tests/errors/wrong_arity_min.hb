int x = min(3);
assert(x == 3);
// expected:
// 1:9: error: `min` takes two numbers or more, or an array and a range: `min(x, y)`, `min(a, lo, hi)`
