havoc 3;
assert(true);
// expected:
// 1:7: error: the name of a variable is needed here, but this is `3`
// 2:1: warning: this assertion always holds: nothing is checked
