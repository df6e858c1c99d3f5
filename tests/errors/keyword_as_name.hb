int while = 3;
assert(true);
// expected:
// 1:5: error: `while` is a word of the language and cannot be a name
// 2:1: warning: this assertion always holds: nothing is checked
