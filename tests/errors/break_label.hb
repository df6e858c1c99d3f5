while (true) { break outer; }
assert(true);
// expected:
// 1:22: error: `break` has no label
//   hint: write `break;`: it is about the innermost loop
// 2:1: warning: this assertion always holds: nothing is checked
