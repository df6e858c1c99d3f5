int a[1][1][1][1][1][1][1][1][1];
assert(true);
// expected:
// 1:5: error: an array has at most 8 dimensions
// 2:1: warning: this assertion always holds: nothing is checked
