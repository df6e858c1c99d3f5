int a[5];
a[nondet()] += 1;
assert(a[0] == 0);
// expected:
// 2:1: error: this would choose two indices: one to read and one to write
//   hint: choose the index first: `int i = nondet();`
