int x = nondet();
int y = x * x;
assert(y >= 0);
// expected:
// 2:9: warning: a product of two unknowns is treated as any integer when the program is verified
//   hint: an assertion that depends on its value will not be certified
