int a[3];
insert(a, true, 1);
assert(a[0] == 0);
// expected:
// 2:11: error: a number (int) is needed here, but this is a truth value (bool)
