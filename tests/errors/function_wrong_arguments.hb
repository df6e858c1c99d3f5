int twice(int x) { return 2 * x; }
void fill_all(int a[], int n) { for (int i = 0; i < n; i++) a[i] = 0; }
int b[3];
int y = twice(1, 2);
fill_all(3, b);
fill_all(b, true);
assert(y == 2);
// expected:
// 4:9: error: `twice` takes one value, but here are 2
// 5:10: error: an array is needed here, but this is a number (int)
// 5:13: error: `b` is an array; a value is needed here
//   hint: name one of its cells: `b[i]`
// 6:13: error: a number (int) is needed here, but this is a truth value (bool)
