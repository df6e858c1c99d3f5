int a[3];
assert(count(a, 0, 3, (x, i) -> x > i) == 0);
// expected:
// 2:8: warning: data abstraction alone takes `count` with a formula for any integer
//   hint: ghost variables can follow it: the methods `auto` and `instrument` try them
