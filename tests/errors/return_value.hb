int x = 0;
return x;
// expected:
// 2:8: error: a program returns no value
//   hint: write `return;`, or put a function around it: `int f(int n) { .. }`
