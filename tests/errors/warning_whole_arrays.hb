int n = 3;
int a[n];
int b[n];
b = a;
assert(a == b);
// expected:
// 5:8: warning: `==` compares all cells of two arrays, also those outside of the declared length
//   hint: to compare a range, write `bound_eq(a, b, 0, n)`
