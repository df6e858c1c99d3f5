int i = 0;
while i < 3:
  i += 1
assert(i == 3);
// expected:
// 2:1: error: this is Python, which is not read here
//   hint: variables have types, statements end with `;`, and blocks stand between braces: `int i = 0; while (i < n) { a[i] = 0; i = i + 1; }`
//   hint: an array has a declaration, `int a[n];`, and a claim about its cells is written `assert(forall k in 0..n: a[k] == 0);`
