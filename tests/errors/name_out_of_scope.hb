if (nondet()) { int t = 1; }
assert(t == 1);
// expected:
// 2:8: error: there is no variable `t` here
//   hint: declare it before the block
