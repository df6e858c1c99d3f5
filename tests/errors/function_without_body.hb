int f(int x);
int g(int x = 1) { return x; }
assert(g(1) == 1);
// expected:
// 1:5: error: `f` does not return a value on every way
//   hint: end each way through it with `return ..;`
// 1:13: error: the body of `f` is missing
//   hint: write it here, between `{` and `}`
// 2:15: error: a parameter gets its value from the call
