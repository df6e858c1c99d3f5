int[] a = new int[5];
assert(a[0] == 0);
// expected:
// 1:4: error: the brackets stand after the name
//   hint: write `int a[n];`
// 1:11: error: there is no variable `new` here
//   hint: declare it first, as in `int new;`
// 1:18: error: the brackets stand after the name
//   hint: write `int a[n];`
// 1:21: error: the name of a variable is needed here, but this is `;`
