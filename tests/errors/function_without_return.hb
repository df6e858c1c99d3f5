int sign(int x) {
  if (x > 0) { return 1; }
  if (x < 0) { return -1; }
}
assert(sign(3) == 1);
// expected:
// 1:5: error: `sign` does not return a value on every way
//   hint: end each way through it with `return ..;`
