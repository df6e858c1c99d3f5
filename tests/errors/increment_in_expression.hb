int i = 0, j = 0, x;
int a[9];
x = i++ + 1;
a[i++] = x;
x = a[i--];
x = a[--i];
a[i++] = a[j++];
a[i++] = i;
x = ++a[3] * 2;
while (i++ < 3) { x = j--; }
int y = --j;
assert(x == 1 && y == x++);
x = ++;
// expected:
// 3:6: error: `++` cannot stand inside an expression
//   hint: write `x = i + 1; i++;`
// 4:4: error: `++` cannot stand inside an expression
//   hint: write `a[i] = x; i++;`
// 5:8: error: `--` cannot stand inside an expression
//   hint: write `x = a[i]; i--;`
// 6:7: error: `--` cannot stand inside an expression
//   hint: write `i--; x = a[i];`
// 7:4: error: `++` cannot stand inside an expression
//   hint: write `a[i] = a[j]; i++; j++;`
// 7:13: error: `++` cannot stand inside an expression
//   hint: write `a[i] = a[j]; i++; j++;`
// 8:4: error: `++` cannot stand inside an expression
//   hint: make it a statement of its own: `i++;`
// 9:5: error: `++` cannot stand inside an expression
//   hint: make it a statement of its own: `a[3]++;`
// 10:9: error: `++` cannot stand inside an expression
//   hint: make it a statement of its own: `i++;`
// 10:24: error: `--` cannot stand inside an expression
//   hint: write `x = j; j--;`
// 11:9: error: `--` cannot stand inside an expression
//   hint: write `j--; int y = j;`
// 12:24: error: `++` cannot stand inside an expression
//   hint: make it a statement of its own: `x++;`
// 13:5: error: `++` cannot stand inside an expression
//   hint: make it a statement of its own: `i++;`
