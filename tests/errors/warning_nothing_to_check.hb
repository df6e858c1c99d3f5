int x = 0;
x = x + 1;
// expected:
// 3:1: warning: there is nothing to check: no assertion
//   hint: say what should hold, as in `assert(x >= 0);`
