int *p;
assert(true);
// expected:
// 1:5: error: there are no pointers
//   hint: an array is declared as `int a[n];`
// 2:1: warning: this assertion always holds: nothing is checked
