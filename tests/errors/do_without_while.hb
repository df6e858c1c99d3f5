int x = 0;
do { x++; }
assert(x == 1);
// expected:
// 3:1: error: `do` needs a `while (..);` behind its body, but this is `assert`
