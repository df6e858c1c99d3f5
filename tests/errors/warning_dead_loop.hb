int x = 0;
while (false) { x++; }
assert(x == 0);
// expected:
// 2:8: warning: this condition never holds: the loop does nothing
