int n = 3;
while (n) { n--; }
assert(n == 0);
// expected:
// 2:8: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: compare it, as in `n != 0`
