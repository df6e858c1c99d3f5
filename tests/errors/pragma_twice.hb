#pragma budget-ms 5
#pragma budget-ms 6
int x = 0;
assert(x == 0);
// expected:
// 2:1: error: `budget-ms` is set twice
