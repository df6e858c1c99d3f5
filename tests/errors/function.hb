int twice(int x) { return x; }
assert(true);
// expected:
// 1:5: error: functions are not supported yet
//   hint: write the statements of the function directly
// 1:27: error: a program returns no value
//   hint: write `return;`
// 2:1: warning: this assertion always holds: nothing is checked
