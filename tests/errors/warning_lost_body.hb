int x = 0;
while (x < 3); { x++; }
assert(x == 3);
// expected:
// 2:14: warning: this `;` is the whole body of the `while`
//   hint: leave out the `;` if the next statement is the body
