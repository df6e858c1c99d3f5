int g = 3;
int f(int x) { return x + g; }
assert(f(1) == 4);
// expected:
// 2:27: error: there is no variable `g` here
//   hint: a function sees its parameters only: give it this one as well
