int n = nondet();
int a[n] int i = 0;
while i < n { a[i] = 0; i++; }
assert(a[0] == m);
// expected:
// 2:9: error: a `;` is missing here
// 3:7: error: `while` needs a condition in parentheses, but this is `i`
// 4:16: error: there is no variable `m` here
//   hint: declare it first, as in `int m;`
