int n = 2;
int a[3] = {1, 2, 3, 4};
int b[2][2] = {1, {2, 3, 4}};
int c[2] = {{1}, true};
int d = {1};
int e = {1, 2};
int f[] = {};
int g[n][2] = {{1}, {2}};
bool h[2] = {1, 0};
a = {1, 2, 3};
for (int k[2] = {1, 2}; k[0] < 3; k[0]++) {}
int i[2] = {1, 2;
assert(a[0] == 1);
// expected:
// 2:22: error: `a` has 3 cells, but here are 4 values
//   hint: leave the others out, or declare more cells
// 3:16: error: each row of such an array is a list of its own
//   hint: write `{{1, 2}, {3, 4}}`
// 3:26: error: a row has 2 cells, but here are 3 values
//   hint: leave the others out, or declare more cells
// 4:13: error: `c[]` has no lists in this list
//   hint: leave out the braces, or declare the array with one more pair of brackets
// 5:9: error: `d` is no array, so it has one value
//   hint: write `1`
// 6:9: error: `e` is no array, so it has one value
//   hint: declare an array: `e[2]`
// 7:11: error: the length of `f` is not known
//   hint: write it between the brackets: `f[n]`
// 8:15: error: for such a list all lengths have to be small numbers
//   hint: give the cells their values in loops, or write the lengths as numbers
// 9:14: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: write `true`
// 9:17: error: a truth value (bool) is needed here, but this is a number (int)
//   hint: write `false`
// 10:5: error: a list of values can only stand where an array is declared
//   hint: assign the cells one by one: `a[0] = ..; a[1] = ..;`
// 11:18: error: a list of values cannot stand here
//   hint: declare the array in a statement of its own
// 12:17: error: a `}` is missing behind the list of values, but this is `;`
