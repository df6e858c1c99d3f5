int f(int x)
  requires nondet() > x;
  requires f(x) > 0;
  ensures result[1] > 0;
  ensures old(x) == y;
{
  return x;
}
int z = old(3);
assert(f(1) == result);
// expected:
// 2:12: error: a contract makes no choices and calls no functions
// 3:12: error: a contract makes no choices and calls no functions
// 4:11: error: `result` is a number (int), not an array
// 5:21: error: there is no variable `y` here
//   hint: declare it first, as in `int y;`
// 9:9: error: `old` stands for the value of a parameter before a call: only `ensures` has it, and lines about the loops of a function
// 10:16: error: there is no variable `result` here
//   hint: declare it first, as in `int result;`
