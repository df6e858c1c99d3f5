int x = 0;
assert(x == x);
assert(1 < 2);
// expected:
// 2:1: warning: this assertion always holds: nothing is checked
// 3:1: warning: this assertion always holds: nothing is checked
