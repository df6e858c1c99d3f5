int x = 0;
if (x == 0) { break; }
assert(x == 0);
// expected:
// 2:15: error: `break` stands outside of every loop
