int x = 0;
return x;
// expected:
// 2:1: error: a program returns no value
//   hint: write `return;`
