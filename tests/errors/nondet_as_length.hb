int a[nondet()];
assert(a[0] == 0);
// expected:
// 1:5: error: `nondet()` cannot stand in a declared length
//   hint: choose the length first: `int n = nondet();`
