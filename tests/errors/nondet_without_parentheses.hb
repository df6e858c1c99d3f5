int x = nondet;
assert(x == 0);
// expected:
// 1:9: error: `nondet` needs its parentheses
//   hint: write `nondet()`
