int x = 0;
assume(2 < 1);
assert(x == 1);
// expected:
// 2:1: warning: this assumption never holds: nothing behind it is checked
