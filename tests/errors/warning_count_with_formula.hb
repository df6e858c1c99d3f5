int a[3];
assert(count(a, 0, 3, (x, i) -> x > i) == 0);
// expected:
// 2:8: warning: `count` with a formula is treated as any integer when the program is verified
//   hint: an assertion that depends on its value will not be certified
