void clear(int a[]) { a[0] = 0; }
int m[2][2];
clear(m[1]);
clear(const_array(0));
assert(m[1][0] == 0);
// expected:
// 3:7: error: an array is given to a function by its name
//   hint: the function may change it: put it into an array of its own first
// 4:7: error: an array is given to a function by its name
//   hint: the function may change it: put it into an array of its own first
