const int n = 5;
const bool b;
const int a[2] = {1, 2};
n = 6;
n++;
havoc n;
for (const int i = 0; i < 3; i++) { a[i] = n; }
assert(n == 5 && b && a[0] == 1);
// expected:
// 2:12: error: `b` is `const`, but has no value
//   hint: give it one: `b = true`, or `b = nondet()` for any
// 3:11: error: `a` is an array, and only single values are `const`
//   hint: leave out `const`: what is never written to keeps its values
// 4:1: error: `n` is `const`: it keeps its value
//   hint: leave out `const`, or give the new value to another variable
// 5:1: error: `n` is `const`: it keeps its value
//   hint: leave out `const`, or give the new value to another variable
// 6:7: error: `n` is `const`: it keeps its value
//   hint: leave out `const`, or give the new value to another variable
// 7:30: error: `i` is `const`: it keeps its value
//   hint: leave out `const`, or give the new value to another variable
