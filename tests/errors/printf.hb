int x = 1;
printf("%d", x);
assert(x == 1);
// expected:
// 2:1: error: there is no function `printf`
//   hint: there is no output: claim what should hold, as in `assert(x >= 0);`
// 2:8: error: there are no texts or characters, only int and bool
