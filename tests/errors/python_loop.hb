int i = 0;
while i < 3:
  i += 1
assert(i == 3);
// expected:
// 2:7: error: `while` needs a condition in parentheses, but this is `i`
// 2:12: error: no statement starts with `:`
