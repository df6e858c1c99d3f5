int f() { return; }
void g() { return 1; }
(int, bool) h() { return 3; }
bool k() { return 3; }
return 1;
assert(f() == 1);
// expected:
// 1:11: error: this function returns one value, but here there is none
// 2:12: error: this function returns nothing, but here there is one
// 3:19: error: this function returns 2 values, but here there is one
// 4:19: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: write `true`
// 5:8: error: a program returns no value
//   hint: write `return;`, or put a function around it: `int f(int n) { .. }`
// 6:1: warning: this is never reached: the statement before always leaves
