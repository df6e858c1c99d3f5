int a[5];
bool f[5];
a = f;
assert(a[0] == 0);
// expected:
// 3:5: error: an array of another type is needed here
