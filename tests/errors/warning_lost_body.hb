int x = 0;
while (x < 3); { x++; }
assert(x == 3);
// expected:
// 2:8: warning: this loop never ends once it has begun
//   hint: nothing in it changes what its condition asks: is a step missing, as in `i++`?
// 2:14: warning: this `;` is the whole body of the `while`
//   hint: leave out the `;` if the next statement is the body
