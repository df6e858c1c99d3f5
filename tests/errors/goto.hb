goto end;
assert(true);
// expected:
// 1:1: error: `goto` is not supported
//   hint: use `if` and `while`
// 2:1: warning: this assertion always holds: nothing is checked
