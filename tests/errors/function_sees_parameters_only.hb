int g = 3;
int f(int x) { return x + g; }
assert(f(1) == 4);
// expected:
// 2:5: error: `f` does not return a value on every way
//   hint: end each way through it with `return ..;`
// 2:27: error: there is no variable `g` here
//   hint: declare it before the block
