int x = 0;
return;
assert(x == 1);
// expected:
// 3:1: warning: this is never reached: the statement before always leaves
