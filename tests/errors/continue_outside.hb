int x = 0;
continue;
assert(x == 0);
// expected:
// 2:1: error: `continue` stands outside of every loop
