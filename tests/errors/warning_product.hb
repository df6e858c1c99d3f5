int x = nondet();
int y = x * x;
assert(y >= 0);
// expected:
// 2:9: warning: a product of two unknowns is only multiplied out when the program is verified
//   hint: an assertion that depends on more, such as the sign of `x * y`, will not be certified
