int x = 1;
assert(x & 1);
assert(x && 1);
// expected:
