int x = "one";
assert(x == 1);
// expected:
// 1:9: error: there are no texts or characters, only int and bool
