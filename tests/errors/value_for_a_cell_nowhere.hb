int n; int a[n];
for (i = 0; i < n; i++) { a[i] = true; a[i], n = false, 2; }
// expected:
// 2:6: error: there is no variable `i` here
//   hint: declare it first, as in `int i;`
// 2:34: error: a number (int) is needed here, but this is a truth value (bool)
// 2:50: error: a number (int) is needed here, but this is a truth value (bool)
