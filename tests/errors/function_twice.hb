int f(int x) { return x; }
int f(int x) { return x + 1; }
int max(int x) { return x; }
assert(f(1) == 1);
// expected:
// 2:5: error: there are two functions `f`
//   hint: give one of them another name
// 3:5: error: `max` is a function of the language
//   hint: give this one another name
