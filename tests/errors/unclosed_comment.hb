int x = 0;
assert(x == 0);
/* the end
// expected:
// 3:1: error: this comment has no end
//   hint: a comment that starts with `/*` ends with `*/`
