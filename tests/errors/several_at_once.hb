int n = 3
int a[n];
for (int i = 0; i < m; i++) { a[i] = tru; }
assert(a = 0);
assert(forall k: a[k] == 0;
// expected:
// 1:10: error: a `;` is missing here
// 3:21: error: there is no variable `m` here
//   hint: declare it first, as in `int m;`
// 3:38: error: there is no variable `tru` here
//   hint: did you mean `true`?
// 4:8: error: `==` compares an array with a number (int)
// 4:10: error: `=` cannot stand inside an expression: it assigns
//   hint: use `==` to compare
// 5:27: error: a `)` is missing after the condition, but this is `;`
