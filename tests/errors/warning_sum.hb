int a[3];
assert(sum(a, 0, 3) == 0);
// expected:
// 2:8: warning: `sum` is treated as any integer when the program is verified
//   hint: an assertion that depends on its value will not be certified
