int a[3];
assert(sum(a, 0, 3) == 0);
// expected:
// 2:8: warning: data abstraction alone takes `sum` for any integer
//   hint: ghost variables can follow it: the methods `auto` and `instrument` try them
