int f(int x);
int g(int x = 1) { return x; }
assert(g(1) == 1);
// expected:
// 1:13: error: the body of `f` is missing
//   hint: write it here, between `{` and `}`; if it stands elsewhere, leave this out: functions need not be declared before they are called
// 2:15: error: a parameter gets its value from the call
