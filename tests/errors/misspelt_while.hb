int x = 3;
wile (x > 0) { x--; }
assert(x == 0);
// expected:
// 2:1: error: there is no statement `wile`
//   hint: did you mean `while`?
