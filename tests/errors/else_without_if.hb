int x = 0;
else { x = 1; }
assert(x == 0);
// expected:
// 2:1: error: this `else` has no `if` before it
