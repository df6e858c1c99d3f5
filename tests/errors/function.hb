int twice(int x) { return x; }
assert(true);
// expected:
// 1:5: warning: `twice` is never called, so nothing in it is checked
//   hint: call it, or give it a contract, which is checked in any case
// 2:1: warning: this assertion always holds: nothing is checked
