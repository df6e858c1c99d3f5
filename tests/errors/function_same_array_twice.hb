void copy(int a[], int b[], int n) { for (int i = 0; i < n; i++) { a[i] = b[i]; } }
int c[3];
copy(c, c, 3);
assert(c[0] == 0);
// expected:
// 3:9: error: `c` is given twice
//   hint: the function would find its other array changed with this one
//   hint: give it a copy: `int copy[] = c;`
