if (true) {
  int inner() { return 1; }
}
assert(inner() == 1);
// expected:
// 2:7: error: a function stands outside of all blocks
// 4:8: error: there is no function `inner`
//   hint: did you mean `insert`?
